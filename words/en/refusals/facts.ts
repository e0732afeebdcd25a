import { plural } from '../units.ts'

// Facts that sentences of refusals name.

export const seconds = (n: number) => plural(n, { one: '# second', other: '# seconds' })
export const moreTimes = (n: number) => plural(n, { one: '# more time', other: '# more times' })
export const unpaidAppointments = (n: number) =>
  plural(n, { one: '# unpaid appointment', other: '# unpaid appointments' })
