export const cardDetails = 'Datos de la tarjeta'
export const testCardHint = <Part>(card: Part) => [
  'Prueba: no se hace ningún pago real. Use la tarjeta de prueba ',
  card,
  ', cualquier fecha futura y cualquier CVC.',
]
export const cardNumber = 'Número de tarjeta'
export const expirationDate = 'Fecha de vencimiento'
export const monthAndYear = 'MM / AA'
export const cvc = 'CVC'
export const zip = 'Código postal (opcional)'
export const numberIncomplete = 'El número de su tarjeta está incompleto.'
export const numberInvalid = 'El número de su tarjeta no es válido.'
export const expirationIncomplete = 'La fecha de vencimiento de su tarjeta está incompleta.'
export const monthInvalid = 'El mes de vencimiento de su tarjeta no es válido.'
export const yearInvalid = 'El año de vencimiento de su tarjeta no es válido.'
export const yearInPast = 'El año de vencimiento de su tarjeta ya pasó.'
export const dateInPast = 'La fecha de vencimiento de su tarjeta ya pasó.'
export const cvcIncomplete = 'El código de seguridad de su tarjeta está incompleto.'
export const liveCard = 'Su tarjeta fue rechazada. Aquí solo se puede pagar con tarjetas de prueba.'
export const unreachable =
  'Tenemos problemas para conectarnos con nuestro proveedor de pagos. No se le cobró nada. Revise su conexión a internet e intente de nuevo.'
export const noRealPayment = 'Prueba: no se hace ningún pago real.'
export const confirmPayment = 'Confirme su pago'
export const bankAsks = (amount: string) =>
  `Su banco le pide que confirme este pago de ${amount}. Elija Completar para aprobarlo o Rechazar para no hacerlo.`
export const complete = 'Completar'
export const fail = 'Rechazar'
