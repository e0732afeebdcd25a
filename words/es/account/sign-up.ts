export const title = 'Crear una cuenta'
export const lead = 'Cree una cuenta para reservar y pagar en línea.'
export const toSeeInvitation =
  'Para ver su invitación, cree una cuenta con el correo electrónico al que se envió. Luego le pediremos que lo confirme.'
export const name = 'Nombre'
export const logInWithThisEmail = 'Iniciar sesión con este correo'
