import { pluralIn } from '../plural.ts'
import { LOCALE } from './language.ts'

export const plural = pluralIn(LOCALE)

export const minutes = (n: number) => plural(n, { one: '# minuto', other: '# minutos' })
export const hours = (n: number) => plural(n, { one: '# hora', other: '# horas' })
export const days = (n: number) => plural(n, { one: '# día', other: '# días' })
export const weeks = (n: number) => plural(n, { one: '# semana', other: '# semanas' })
export const months = (n: number) => plural(n, { one: '# mes', other: '# meses' })
export const years = (n: number) => plural(n, { one: '# año', other: '# años' })
export const times = (n: number) => plural(n, { one: '# vez', other: '# veces' })
export const children = (n: number) => plural(n, { one: '# niño', other: '# niños' })
export const appointments = (n: number) => plural(n, { one: '# cita', other: '# citas' })
