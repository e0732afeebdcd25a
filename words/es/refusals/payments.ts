export const mayNotPay =
  'Usted no puede pagar por {child}. Pídaselo al tutor responsable de este niño.'
export const alreadyPaid = 'Esta cita ya está pagada.'
export const billedElsewhere =
  'Esta cita se pagó o se facturó antes del cambio de sistema. No hay nada que pagar.'
export const processing = 'Ya hay un pago en proceso para esta cita.'
export const canceled = 'Esta cita fue cancelada. No hay nada que pagar.'
export const reoffered =
  'Esta cita no puede realizarse en su horario. Por favor, primero díganos qué horario le conviene: hasta entonces no hay nada que pagar.'
export const priceChanged = 'El precio ahora es {price}. Por favor, revíselo y pague de nuevo.'
export const noneChosen = 'Elija al menos una cita'
export const noPayment = 'No encontramos ese pago.'
export const finished = 'Mientras tanto, este pago se completó o se canceló.'
export const cardNotKept =
  'Esta tarjeta ya no está guardada. No se cobró nada. Escriba los datos de una tarjeta para pagar.'
export const cardExpired =
  'Esta tarjeta venció. No se cobró nada. Escriba los datos de otra tarjeta.'
export const tooManyCards =
  'Usted ya tiene {most} tarjetas guardadas. No se cobró nada. Quite una en su perfil, o pague sin guardar esta.'
export const cannotKeepCard =
  'No podemos guardar esta tarjeta. No se cobró nada. Puede pagar sin guardarla.'
export const noCard = 'Usted no tiene guardada esa tarjeta.'
export const paidTwice = 'Esta cita ya está pagada. Le reembolsaremos el segundo cobro.'
export const canceledMeanwhile = 'Esta cita fue cancelada. Le reembolsaremos su pago.'
export const mismatch = 'Este pago no coincide con el precio.'
export const notCompleted = 'Todavía no se ha hecho ningún pago.'
export const refunded = 'Ese pago fue reembolsado. No se cobró nada.'
export const declined = '{why} No se cobró nada.'
export const otherId = 'La cita de la solicitud no coincide con la dirección.'
export const noReceipt = 'No existe ese recibo.'
