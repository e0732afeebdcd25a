import { pluralIn } from '../plural.ts'
import { LOCALE } from './language.ts'

/** A number of things in words: `plural(3, { one: '# day', other: '# days' })`. */
export const plural = pluralIn(LOCALE)

export const minutes = (n: number) => plural(n, { one: '# minute', other: '# minutes' })
export const hours = (n: number) => plural(n, { one: '# hour', other: '# hours' })
export const days = (n: number) => plural(n, { one: '# day', other: '# days' })
export const weeks = (n: number) => plural(n, { one: '# week', other: '# weeks' })
export const months = (n: number) => plural(n, { one: '# month', other: '# months' })
export const years = (n: number) => plural(n, { one: '# year', other: '# years' })
export const times = (n: number) => plural(n, { one: '# time', other: '# times' })
export const children = (n: number) => plural(n, { one: '# child', other: '# children' })
export const appointments = (n: number) =>
  plural(n, { one: '# appointment', other: '# appointments' })
