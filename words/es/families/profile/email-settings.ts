export const title = 'Correos'
export const explanation =
  'Le escribimos sobre sus reservas, pagos y cambios, y le recordamos sus citas.'
export const didNotLoad = 'No pudimos cargar la configuración de sus correos'
export const loading = 'Cargando la configuración de sus correos'
export const address = 'Dirección de correo'
export const notWorking = 'No funciona'
export const confirmed = 'Confirmada'
export const notConfirmed = 'Aún sin confirmar'
export const sentTo = (email: string) =>
  `Enviamos un correo a ${email}. Haga clic en el enlace que contiene y luego vuelva aquí.`
export const confirmIt =
  'Confirme que este correo es suyo. Hasta entonces no podemos enviarle confirmaciones ni recordatorios.'
export const resend = 'Reenviar correo'
export const confirmAddress = 'Confirmar el correo'
export const remindMe = 'Recordarme las citas'
export const remindMeHint =
  'Por correo, antes de cada cita. Las confirmaciones y los cambios se envían siempre.'
export const stoppedFor = 'Usted desactivó los correos sobre visitas por reservar para:'
export const turnOn = 'Activar'
export const turnOnFor = (name: string) => `Activar los correos sobre ${name}`
export const changeEmail = 'Cambiar el correo'
export const newEmail = 'Correo nuevo'
export const newEmailHint =
  'Le enviaremos un enlace. Su correo cambia cuando haga clic en él; después, inicie sesión de nuevo.'
export const isYourEmail = 'Este ya es su correo'
export const linkSent = (email: string, address: string) =>
  `Enviamos un correo a ${email}. Haga clic en el enlace que contiene para cambiar su correo. Hasta entonces sigue siendo ${address}.`
export const send = 'Enviar correo'
