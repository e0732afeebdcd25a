export const title = 'Cards'
export const explanation =
  'Our payment provider keeps them for your next payments. Only you can pay with them here.'
export const didNotLoad = 'We couldn’t load your cards'
export const loading = 'Loading your cards'
export const yourCards = 'Your cards'
export const noCards = (label: string) =>
  `You keep no card. To keep one, tick “${label}” when you pay.`
export const removeCard = (card: string) => `Remove ${card}`
export const removed = (card: string) => `Removed ${card}`
export const askToRemove = (card: string) => `Remove ${card}?`
export const ifRemoved = 'You’ll have to enter it again to pay with it. Past payments don’t change.'
