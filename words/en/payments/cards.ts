export const card = 'Card'
export const anotherCard = 'Another card'
export const keepThisCard = 'Keep this card for next time'
export const providerKeepsIt =
  'Our payment provider keeps it. Only you can pay with it here, and you can remove it in your profile at any time.'
export const nothingCharged = 'Nothing was charged.'
export const expires = (month: string) => `expires ${month}`
export const expired = (month: string) => `expired ${month}`
