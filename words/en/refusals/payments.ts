export const mayNotPay = 'You can’t pay for {child}. Ask the guardian who manages this child.'
export const alreadyPaid = 'This appointment is already paid.'
export const billedElsewhere =
  'This appointment was paid or billed before the move. There’s nothing to pay.'
export const processing = 'A payment for this appointment is already in progress.'
export const canceled = 'This appointment was canceled. There’s nothing to pay.'
export const reoffered =
  'This appointment can’t take place at its time. Please answer first which time suits you: there’s nothing to pay until then.'
export const priceChanged = 'The price is now {price}. Please review it and pay again.'
export const noneChosen = 'Choose at least one appointment'
export const noPayment = 'We couldn’t find that payment.'
export const finished = 'This payment was finished or canceled meanwhile.'
export const cardNotKept =
  'This card isn’t kept any more. Nothing was charged. Enter a card to pay.'
export const cardExpired = 'This card has expired. Nothing was charged. Enter another card.'
export const tooManyCards =
  'You keep {most} cards already. Nothing was charged. Remove one in your profile, or pay without keeping this one.'
export const cannotKeepCard =
  'We can’t keep this card. Nothing was charged. You can pay without keeping it.'
export const noCard = 'You keep no such card.'
export const paidTwice = 'This appointment is already paid. The second charge will be refunded.'
export const canceledMeanwhile = 'This appointment was canceled. Your payment will be refunded.'
export const mismatch = 'This payment doesn’t match the price.'
export const notCompleted = 'No payment has been made yet.'
export const refunded = 'That payment was refunded. Nothing was charged.'
export const declined = '{why} Nothing was charged.'
export const otherId = 'The appointment in the body doesn’t match the URL.'
export const noReceipt = 'There is no such receipt.'
