export const title = 'Contraseña'
export const explanation =
  'Al cambiar la contraseña, se cierra su sesión en todos los demás dispositivos.'
export const changePassword = 'Cambiar la contraseña'
export const accountDidNotLoad = 'No pudimos cargar su cuenta'
export const noPassword =
  'Usted inicia sesión con Google, así que aquí no hay contraseña que cambiar.'
export const currentPassword = 'Contraseña actual'
export const newPassword = 'Contraseña nueva'
export const newPasswordHint = (least: number) => `Al menos ${least} caracteres`
export const changed = 'Se cambió su contraseña'
export const changedLogIn = 'Se cambió su contraseña. Inicie sesión con la nueva.'
