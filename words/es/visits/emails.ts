export const aboutYourEmails = 'Sobre sus correos electrónicos'
export const resend = 'Reenviar'
export const sentTo = (address: string) =>
  `Enviamos un correo electrónico a ${address}. Haga clic en el enlace que contiene.`
