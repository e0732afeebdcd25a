export const loggedOutEverywhere =
  'Usted cerró la sesión en todos los dispositivos. Por favor, inicie sesión de nuevo.'
export const endedByUser =
  'Usted cerró la sesión de este dispositivo desde otro. Por favor, inicie sesión de nuevo.'
export const passwordReset =
  'Su contraseña cambió, por lo que se cerró la sesión aquí. Por favor, inicie sesión con la nueva.'
export const emailChanged =
  'Su correo electrónico cambió, por lo que se cerró la sesión. Por favor, inicie sesión con el nuevo.'
export const accountDisabled = 'Esta cuenta está desactivada. Por favor, llámenos.'
export const accountDeleted = 'Esta cuenta ya no existe.'
export const credentialRemoved =
  'Se quitó de su cuenta una forma de iniciar sesión, por lo que se cerró la sesión. Por favor, inicie sesión de nuevo.'
export const secondFactorAdded =
  'Se activó la verificación en dos pasos, por lo que se cerró la sesión aquí. Por favor, inicie sesión de nuevo.'
export const secondFactorReset =
  'Desactivamos su verificación en dos pasos, por lo que se cerró la sesión. Por favor, inicie sesión de nuevo.'
export const emailVerified =
  'Su correo electrónico se confirmó con otra forma de iniciar sesión, por lo que se cerró la sesión. Por favor, inicie sesión de nuevo.'
export const roleChanged = 'Su función en la clínica cambió. Por favor, inicie sesión de nuevo.'
export const unreadable = 'No pudimos entender esta solicitud.'
export const emptyBody = 'La solicitud está vacía.'
export const notJson = 'La solicitud no es JSON válido.'
export const notLoggedIn = 'Por favor, inicie sesión.'
export const sessionEnded = 'Su sesión terminó. Por favor, inicie sesión de nuevo.'
export const notConfirmed =
  'No pudimos confirmar su inicio de sesión. Por favor, inicie sesión de nuevo.'
export const onlyAdmins = 'Solo los administradores pueden hacer esto.'
export const onlyStaff = 'Solo el personal de la clínica puede hacer esto.'
export const onlyDoctors = 'Solo los médicos de la clínica pueden hacer esto.'
export const onlyCare = 'Solo el personal y los médicos de la clínica pueden hacer esto.'
export const secondStepMissing =
  'Los administradores, el personal y los médicos deben iniciar sesión con un segundo paso. Agregue un teléfono en la página de su perfil.'
export const notFound = 'No se encontró.'
export const tooSlow = 'La solicitud tardó demasiado.'
export const tooLarge = 'La solicitud es demasiado grande.'
export const tooLong = 'Esta dirección es demasiado larga.'
export const unsupportedMediaType = 'Aquí solo se acepta JSON (content-type: application/json).'
export const tooManyRequests = 'Demasiados intentos. Por favor, intente de nuevo en {time}.'
export const headersTooLarge = 'Los encabezados de la solicitud son demasiado grandes.'
export const internal = 'Algo salió mal de nuestro lado.'
export const unavailable =
  'Nuestro servidor está ocupado. Por favor, intente de nuevo en un momento.'
export const refused = 'Esta solicitud fue rechazada.'
export const recentLoginRequired =
  'Usted inició sesión hace un rato. Por favor, inicie sesión de nuevo antes de hacer esto.'
export const invalidInput = 'Dato no válido'
