import { refundDays } from './refunds.ts'

export const appointment = 'Cita'
export const appointmentNotLoaded = 'No pudimos cargar su cita'
export const appointmentNotFound = 'No encontramos esa cita'
export const whyNotFound = 'Es posible que sea de otra cuenta o que el enlace esté incompleto.'
export const seeMyAppointments = 'Ver mis citas'
export const loadingChanges = 'Cargando los cambios posibles'
export const loadingOtherTime = 'Cargando el otro horario'
export const loadingAppointment = 'Cargando su cita'
export const loadingCardForm = 'Cargando el formulario de la tarjeta'
export const cardFormNotLoaded = 'No pudimos cargar el formulario de la tarjeta'
export const paymentFailed = 'Lo sentimos: el pago no se realizó'
export const paymentCompleted = '¡Listo! Su pago se realizó.'
export const transactionId = 'Número de transacción'
export const pay = 'Pagar'
export const paid = 'Pagado'
export const nothingLeftToPay = 'Ya no queda nada por pagar.'
export const nothingToPayYet = 'Todavía no hay nada que pagar'
export const payOnceClear = 'Podrá pagar cuando se sepa cuándo se realizará esta cita.'
export const notPaid = 'Esta cita todavía no está pagada'
export const mayNotPay =
  'La reservó otro tutor, y usted no tiene permiso para pagarla. Un tutor responsable puede darle ese permiso en «Mis niños».'
export const confirmingPayment = 'Estamos confirmando su pago'
export const paymentOnItsWay =
  'Su pago está en camino. No se le cobrará dos veces, aunque salga de esta página.'
export const waitingForConfirmation = 'Esperando la confirmación'
export const checkAgain = 'Verificar de nuevo'
export const openedElsewhere = 'Este pago se abrió en otro lugar.'
export const payHereOrThere = 'Vuelva a ingresar su tarjeta aquí, o pague allí.'
export const enterCardAgain = 'Ingresar la tarjeta de nuevo'
export const canceled = 'Cancelada'
export const nothingToPay = 'No hay nada que pagar.'
export const itIsPaid = 'Está pagada.'
export const noPaymentRefunded = 'No se reembolsó ningún pago.'
export const gettingReady = 'Preparando el pago…'
export const bankNeedsYou = 'Su banco necesita que usted confirme este pago.'
export const processing = 'Procesando el pago…'
export const cardDetails =
  'Los datos de su tarjeta van directamente a nuestro proveedor de pagos. Nunca vemos el número.'
export const appointmentIsBooked = 'Su cita está reservada'
export const appointmentsAreBooked = 'Sus citas están reservadas'
export const refundedAfterPaying = `Se canceló mientras usted pagaba. El dinero se devolverá automáticamente a su tarjeta. Los bancos suelen tardar ${refundDays}.`
export const payAmount = (amount: string) => `Pagar ${amount}`
export const paidAmount = (amount: string) => `Pagado: ${amount}.`
export const clinicKept = (amount: string) => `La clínica retuvo ${amount}.`
export const notPaidYet = (outcome: string) => `${outcome}, sin pagar todavía`
