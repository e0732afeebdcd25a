export const titles = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  reversal: 'Reversal of a credit note',
}
/** Each kind as one word. */
export const stamps = {
  receipt: 'Paid',
  credit_note: 'Refunded',
  reversal: 'Refund reversed',
}
export const methods = { card: 'Card', cash: 'Cash', terminal: 'Card terminal' }
export const reasons = {
  cancelled: 'The appointment was canceled',
  already_paid: 'The appointment was paid twice',
  mismatch: 'The amount did not match the price',
  staff: 'Refunded by the clinic',
  dashboard: 'Refunded by the clinic',
}
export const total = 'Total'
export const paidBy = (method: string) => `Paid by ${method}`
export const refundedTo = (method: string) => `Refunded to ${method}`
export const issued = 'Issued'
export const paid = 'Paid'
export const refunded = 'Refunded'
export const refundRejected = 'Refund rejected'
export const refundUndone = 'Refund undone'
export const voidsCreditNote = 'Voids credit note'
export const forReceipt = 'For receipt'
export const reason = 'Reason'
export const paymentMethod = 'Payment method'
export const transaction = 'Transaction'
export const payer = 'Payer'
export const email = 'Email'
export const address = 'Address'
