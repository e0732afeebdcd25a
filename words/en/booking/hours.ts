/** A week's hours, from the days that have the same ones. */
export const week = (groups: readonly string[]) => groups.join(', ')
export const daysOpen = (days: string, times: string) => `${days} ${times}`
export const twoDays = (first: string, second: string) => `${first} and ${second}`
export const daysFromTo = (first: string, last: string) => `${first} to ${last}`
export const span = (from: string, to: string) => `${from} to ${to}`
export const spans = (all: readonly string[]) => all.join(' and ')
export const closed = 'Closed'
