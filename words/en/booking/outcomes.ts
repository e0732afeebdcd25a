/** What became of an appointment, with its day: 'Completed Nov 18, 2026'. */
export const outcomes = {
  completed: (day: string) => `Completed ${day}`,
  missed: (day: string) => `Missed ${day}`,
  canceled: (day: string) => `Canceled ${day}`,
  past: (day: string) => `Was on ${day}`,
}

export const handedBack = (amount: string) => `${amount} handed back at the clinic.`
export const refundedTo = (amount: string, card: string) => `${amount} refunded to ${card}.`
export const refundedToYourCard = (amount: string) => `${amount} refunded to your card.`
/** `days`: '5 to 10 business days' */
export const onItsWayTo = (amount: string, card: string, days: string) =>
  `${amount} is on its way back to ${card}. Banks usually take ${days}.`
export const onItsWayToYourCard = (amount: string, days: string) =>
  `${amount} is on its way back to your card. Banks usually take ${days}.`

export const cannotTakePlace = 'Can’t take place at this time'
export const needsYourAnswer = 'Needs your answer'
