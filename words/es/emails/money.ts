import { appointments } from '../units.ts'

export const paid = (when: string) => `Recibimos el pago de su cita: ${when}`
export const paidTogether = (n: number) => `Recibimos el pago de sus ${appointments(n)}`
export const weReceivedPayment = 'Recibimos su pago'
export const thanksReceiptOnline = 'Gracias. Su recibo está en su cuenta.'
export const thanksReceiptAtDesk = 'Gracias. Le daremos un recibo en la recepción.'
export const isPaidReceiptOnline = 'Gracias. Su cita está pagada. Su recibo está en su cuenta.'
export const isPaidReceiptAtDesk =
  'Gracias. Su cita está pagada. Le daremos un recibo en la recepción.'
export const arePaid = 'Gracias. Sus citas están pagadas y su recibo está en su cuenta.'
export const numberedAppointment = (number: number) => `Cita ${number}`
export const forChild = 'Para '
export const viewReceipt = 'Ver el recibo'

export const appointment = 'Cita'
export const pleasePay = (when: string) => `Por favor, pague su cita: ${when}`
export const payOnline = 'Puede pagar en línea.'
export const payAtDesk = 'Puede pagar en nuestra recepción.'
export const isNotPaidYet = 'Su cita aún no está pagada'
export const howToPayOnline =
  'Su cita aún no está pagada. Puede iniciar sesión y pagar en línea, o pagar en nuestra recepción.'
export const howToPayAtDesk = (phone: string) =>
  `Su cita aún no está pagada. Puede pagar en nuestra recepción o llamarnos al ${phone}.`
export const payForAppointment = 'Pagar la cita'
export const paidAlready = (phone: string) => `¿Ya pagó? Llámenos al ${phone}.`

export const refundIsWaiting = 'Puede recoger su reembolso'
export const recordedByMistake = 'Registramos por error que usted ya lo había recibido.'
export const pickUpRefund =
  'Registramos por error que le habíamos entregado su reembolso. Puede recogerlo en nuestra recepción.'
export const refundFailed = 'No pudimos completar su reembolso'
export const callForRefund =
  'Por favor, llámenos para que podamos devolverle su dinero de otra forma.'
export const bankRefused = 'Su banco no aceptó el reembolso de su pago.'
export const callForRefundAt = (phone: string) =>
  `Por favor, llámenos al ${phone} para que podamos devolverle su dinero de otra forma.`

export const refundedAtClinic = 'Recibió su reembolso en la clínica'
export const refundedAtDesk = 'Le entregamos su reembolso en la recepción.'
export const weGaveRefund = 'Le entregamos su reembolso'
export const weGaveRefundAtDesk = 'Le entregamos su reembolso en nuestra recepción.'
export const refundOnItsWay = 'Su reembolso está en camino'
export const banksTake = 'Los bancos suelen tardar de 5 a 10 días hábiles.'
export const weSentRefund =
  'Enviamos su reembolso a la tarjeta con la que usted pagó. Los bancos suelen tardar de 5 a 10 días hábiles en reflejarlo.'

export const unpaidAgain = (when: string) => `Su cita está de nuevo sin pagar: ${when}`
export const wasReversed = 'Su pago fue revertido.'
export const wasReversedHeading = 'Su pago fue revertido'
export const stillBooked = 'Su pago fue revertido. La cita sigue reservada, pero no está pagada.'
export const payAgainOnline = (phone: string) =>
  `Puede iniciar sesión y pagar de nuevo. ¿Tiene preguntas? Llámenos al ${phone}.`
export const payAgainAtClinic = (phone: string) =>
  `Puede pagar de nuevo en la clínica. ¿Tiene preguntas? Llámenos al ${phone}.`
