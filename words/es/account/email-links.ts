export const linkDoesNotWork = 'Este enlace no funciona'
export const emailInUse =
  'Ya hay una cuenta con este correo electrónico, así que el de su cuenta no cambió.'
export const linkExpired = 'Este enlace venció.'
export const linkUsed = 'Este enlace ya se usó o está incompleto.'
export const accountDisabled = 'Esta cuenta está desactivada.'
export const accountGone = 'La cuenta de este enlace ya no existe.'
export const linkIncomplete = 'Este enlace está incompleto.'
export const sendNewFromProfile = 'Puede enviar otro desde su perfil.'
export const requestNewBelow = 'Pida otro aquí abajo.'

export const confirmEmail = 'Confirme su correo electrónico'
export const confirmingEmail = 'Confirmando su correo electrónico'
export const emailNotConfirmed = 'No pudimos confirmar su correo electrónico'
export const emailConfirmed = 'Se confirmó su correo electrónico'
export const thanks = '¡Gracias! Su correo electrónico está confirmado.'
export const logInToConfirm = 'Inicie sesión para confirmar su correo electrónico'
export const logInWithItsAccount =
  'Inicie sesión con la cuenta a la que pertenece este enlace. Si usted no creó una cuenta, ignore el correo.'
export const logInWithOldEmail =
  'Inicie sesión una vez más con su correo electrónico anterior para confirmar el nuevo. Si usted no pidió este cambio, ignore el correo.'
export const emailMayHaveChanged =
  'Si ya hizo clic en él antes, su correo electrónico cambió: inicie sesión con el nuevo.'
export const changeUndone = 'Se deshizo el cambio'
export const accountIsBack = 'Su cuenta volvió a estar como antes.'
export const openClaimAgain =
  'Para ver a su familia, abra otra vez el enlace de nuestro correo o nuestra carta.'
export const goOnWhereYouWere = 'Continuar donde estaba'
export const emailChanged = 'Se cambió su correo electrónico'
export const emailIsNow = (email: string) => `Su correo electrónico ahora es ${email}.`
export const loggedOutEverywhere =
  'Para proteger su cuenta, cerramos su sesión en todos los dispositivos. Inicie sesión con su nuevo correo electrónico. Su contraseña, si tiene una, es la misma.'

export const resetPassword = 'Restablecer la contraseña'
export const passwordChanged = 'Se cambió su contraseña'
export const requestNewLink = 'Pida otro enlace'
export const checkingLink = 'Verificando su enlace'
export const linkNotChecked = 'No pudimos verificar su enlace'
export const newPasswordFor = (email: string) => `Elija una contraseña nueva para ${email}.`
export const newPassword = 'Contraseña nueva'
export const savePassword = 'Guardar contraseña'
export const sendNewLink = 'Enviar otro enlace'
export const backToLogin = 'Volver al inicio de sesión'
