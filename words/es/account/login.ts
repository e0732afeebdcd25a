export const title = 'Iniciar sesión'
export const welcomeBack = 'Nos alegra verle de nuevo.'
export const sessionExpired = 'Su sesión venció. Inicie sesión de nuevo para continuar.'
export const loggedOutElsewhere = 'Se cerró su sesión. Inicie sesión de nuevo para continuar.'
export const doctorsOnly =
  'Se cerró su sesión porque esa página es solo para los médicos de la clínica.'
export const staffOnly =
  'Se cerró su sesión porque esa página es solo para el personal de la clínica.'
export const adminsOnly =
  'Se cerró su sesión porque esa página es solo para la administración de la clínica.'
export const toSeeAppointment = 'Inicie sesión para ver su cita.'
export const toSeeReceipt = 'Inicie sesión para ver su recibo.'
export const toAnswerOffer = 'Inicie sesión para responder a la oferta.'
export const toSeeWaitingList = 'Inicie sesión para ver su lista de espera.'
export const toPay = 'Inicie sesión para pagar.'
export const toConfirmEmail = 'Inicie sesión para confirmar su correo electrónico.'
export const toSeeFamily = 'Inicie sesión para ver las citas de su familia.'
export const toBook = 'Inicie sesión para reservar. Conservaremos lo que eligió.'
export const toSeeInvitation =
  'Para ver su invitación, inicie sesión con el correo electrónico al que se envió. ¿Todavía no tiene una cuenta? Cree una con ese correo.'
export const forgotPassword = '¿Olvidó su contraseña?'
export const emailFirst =
  'Escriba su correo electrónico y presione otra vez «¿Olvidó su contraseña?».'
export const sendingResetLink = 'Enviando un enlace para restablecer la contraseña…'
export const checkYourEmail = 'Revise su correo'
export const ok = 'Aceptar'
