import { plural } from '../units.ts'

export const fromAge = (age: string) => `From ${age}`
export const betweenAges = (from: string, to: string) => `${from}–${to}`
export const yearsBetween = (from: number, to: number) =>
  plural(to, { one: `${from}–# year`, other: `${from}–# years` })
export const monthsBetween = (from: number, to: number) =>
  plural(to, { one: `${from}–# month`, other: `${from}–# months` })
