export const ill = 'Illness'
export const noTime = 'No time'
export const notNeeded = 'Not needed'
export const other = 'Other'
export const cancelThisAppointment = 'Cancel this appointment'
export const cancelThis = 'Cancel this appointment?'
export const lookingUpRefund = 'Looking up your refund'
export const refundNotFound = 'We couldn’t look up your refund.'
export const refundHasChanged =
  'The refund has changed, and nothing was done. Please check it again.'
export const why = 'Why? (optional)'
export const moveInstead = 'Move it instead'
export const moveInsteadFree = 'Move it instead, free'
export const keepAppointment = 'Keep appointment'
export const lost = (amount: string) => `If you cancel now you lose ${amount}.`
export const freeForIllness = (lastDay: string) =>
  `Sick child? Move the visit for free, to any day through ${lastDay}.`
