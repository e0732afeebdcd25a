export const stillLoading = 'El formulario de la tarjeta todavía no se ha cargado.'
export const notOnScreen = 'El formulario de la tarjeta no está en la pantalla.'
export const bankDidNotConfirm = 'Su banco no confirmó el pago.'
export const didNotGoThrough = 'El pago no se realizó. Intente de nuevo.'
export const notResponding =
  'El servicio de pagos no responde. Intente de nuevo. No se le cobrará dos veces.'
export const formNotLoaded =
  'No pudimos cargar el formulario de la tarjeta. Es posible que una extensión del navegador lo bloquee o que la conexión sea débil.'
