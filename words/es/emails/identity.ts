export const passwordReset = {
  title: 'Restablezca su contraseña',
  action: 'Elegir una contraseña nueva',
}
export const emailChange = { title: 'Confirme su nuevo correo', action: 'Cambiar a este correo' }
export const emailConfirmation = { title: 'Confirme su correo', action: 'Confirmar este correo' }
