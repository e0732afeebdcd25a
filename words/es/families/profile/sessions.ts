export const title = 'Dónde tiene la sesión abierta'
export const explanation =
  'Si no reconoce un dispositivo, cierre la sesión en él, o en todos, y elija una contraseña nueva.'
export const didNotLoad = 'No pudimos cargar sus sesiones'
export const loading = 'Cargando sus sesiones'
export const yourSessions = 'Sus sesiones'
export const logOutEverywhere = 'Cerrar todas las sesiones'
export const loggedOutEverywhere = 'Se cerraron todas sus sesiones'
export const askEverywhere = '¿Cerrar todas las sesiones?'
export const ifEverywhere = 'Tendrá que iniciar sesión de nuevo en cada dispositivo, incluido este.'
export const logOut = 'Cerrar sesión'
export const logOutOf = (device: string) => `Cerrar sesión en «${device}»`
export const loggedOutOf = (device: string) => `Se cerró la sesión de «${device}»`
export const askToLogOutOf = (device: string) => `¿Cerrar la sesión de «${device}»?`
export const ifThisDevice =
  'Este es el dispositivo que está usando. Tendrá que iniciar sesión de nuevo.'
export const ifOtherDevice = 'En él habrá que iniciar sesión de nuevo.'
export const unknownBrowser = 'Navegador desconocido'
export const unknownDevice = 'un dispositivo desconocido'
export const browserOn = (browser: string, system: string) => `${browser} en ${system}`
export const reasons = {
  logged_out: 'Usted cerró la sesión',
  ended_by_user: 'Usted la cerró desde su lista de sesiones',
  logged_out_everywhere: 'Usted cerró todas las sesiones',
  password_reset: 'Se cambió la contraseña',
  email_changed: 'Se cambió el correo',
  account_disabled: 'Se desactivó la cuenta',
  account_deleted: 'La cuenta se eliminó y se creó de nuevo',
  credential_removed: 'Se quitó una forma de iniciar sesión',
  second_factor_added: 'Se agregó un teléfono para la verificación en dos pasos',
  second_factor_reset: 'La clínica desactivó la verificación en dos pasos',
  email_verified: 'El correo se confirmó con otro inicio de sesión',
  role_changed: 'Su función en la clínica cambió',
}
