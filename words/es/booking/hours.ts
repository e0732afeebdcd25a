export const week = (groups: readonly string[]) => {
  const text = groups.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
export const daysOpen = (days: string, times: string) => `${days} ${times}`
export const twoDays = (first: string, second: string) => `${first} y ${second}`
export const daysFromTo = (first: string, last: string) => `${first} a ${last}`
export const span = (from: string, to: string) => `de ${from} a ${to}`
export const spans = (all: readonly string[]) => all.join(' y ')
export const closed = 'Cerrado'
