export const declined = 'Su tarjeta fue rechazada.'
export const insufficientFunds = 'Su tarjeta no tiene fondos suficientes.'
export const limitExceeded = 'Su tarjeta fue rechazada porque superaría su límite.'
export const expired = 'Su tarjeta está vencida.'
export const wrongNumber = 'El número de su tarjeta es incorrecto.'
export const wrongExpiry = 'La fecha de vencimiento de su tarjeta es incorrecta.'
export const wrongCode = 'El código de seguridad de su tarjeta es incorrecto.'
export const wrongPostalCode = 'El código postal de su tarjeta es incorrecto.'
export const notSupported = 'Su tarjeta no admite este tipo de compra.'
export const processingError =
  'Ocurrió un error al procesar su tarjeta. Intente de nuevo en un momento.'
export const notAuthenticated =
  'No pudimos confirmar su tarjeta con el banco. Elija otra forma de pago e intente de nuevo.'
