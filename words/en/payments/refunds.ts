/** How long a refund to a card takes. */
export const refundDays = '5 to 10 business days'

export const noRefund = 'no refund'
export const fullRefund = (amount: string) => `full refund of ${amount}`
export const partRefund = (percent: number, amount: string) => `${percent}% refund: ${amount}`

export const nothingPaid = 'Nothing was paid.'
export const paymentOnItsWay = 'A payment is still on its way: it is refunded in full.'
export const disputed =
  'Your bank is reviewing this payment, so it is not refunded automatically. The clinic will contact you.'
export const otherPayer = 'Another guardian paid. What the clinic’s terms refund goes back to them.'
export const allBackNow = (amount: string) => `Cancel now and you get the full ${amount} back.`

// What is refunded, before it is canceled, to the reader who canceled it, and when someone else did. `time` is
// '3 days', `refund` one of the refunds above.

export const byClinic = {
  cancel: (refund: string) => `The clinic cancels: ${refund}.`,
  canceled: (refund: string) => `The clinic canceled: ${refund}.`,
}
export const inTime = {
  cancel: (time: string, refund: string) => `If you cancel now, ${time} before: ${refund}.`,
  canceled: (time: string, refund: string) => `You canceled ${time} before: ${refund}.`,
  'was canceled': (time: string, refund: string) => `It was canceled ${time} before: ${refund}.`,
}
export const afterLateMove = {
  cancel: (time: string, refund: string) =>
    `If you cancel now, ${time} before, but this appointment was moved late: ${refund}.`,
  canceled: (time: string, refund: string) =>
    `You canceled ${time} before, but this appointment was moved late: ${refund}.`,
  'was canceled': (time: string, refund: string) =>
    `It was canceled ${time} before, but this appointment was moved late: ${refund}.`,
}
export const handedBack = {
  cancel: (amount: string) => `We hand you ${amount} back at the clinic when you come by.`,
  canceled: (amount: string) => `We will hand you ${amount} back at the clinic when you come by.`,
}
