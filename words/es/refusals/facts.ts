import { plural } from '../units.ts'

export const seconds = (n: number) => plural(n, { one: '# segundo', other: '# segundos' })
export const moreTimes = (n: number) => plural(n, { one: '# vez más', other: '# veces más' })
export const unpaidAppointments = (n: number) =>
  plural(n, { one: '# cita próxima sin pagar', other: '# citas próximas sin pagar' })
