export const notConfirmedYet =
  'Su correo electrónico aún no está confirmado. Haga clic en el enlace del correo que le enviamos e intente de nuevo.'
export const haveConfirmed = 'Ya lo confirmé'
export const resend = 'Reenviar correo'
export const send = 'Enviar correo'
