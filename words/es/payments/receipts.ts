export const titles = {
  receipt: 'Recibo',
  credit_note: 'Nota de crédito',
  reversal: 'Anulación de una nota de crédito',
}
export const stamps = {
  receipt: 'Pagado',
  credit_note: 'Reembolsado',
  reversal: 'Reembolso anulado',
}
export const methods = { card: 'Tarjeta', cash: 'Efectivo', terminal: 'Terminal de tarjetas' }
export const reasons = {
  cancelled: 'Se canceló la cita',
  already_paid: 'La cita se pagó dos veces',
  mismatch: 'El monto no coincidía con el precio',
  staff: 'Reembolsado por la clínica',
  dashboard: 'Reembolsado por la clínica',
}
export const total = 'Total'
export const paidBy = (method: string) => `Pagado: ${method}`
export const refundedTo = (method: string) => `Reembolsado: ${method}`
export const issued = 'Emitido'
export const paid = 'Pagado'
export const refunded = 'Reembolsado'
export const refundRejected = 'Reembolso rechazado'
export const refundUndone = 'Reembolso anulado'
export const voidsCreditNote = 'Anula la nota de crédito'
export const forReceipt = 'Del recibo'
export const reason = 'Motivo'
export const paymentMethod = 'Forma de pago'
export const transaction = 'Transacción'
export const payer = 'Pagado por'
export const email = 'Correo'
export const address = 'Dirección'
