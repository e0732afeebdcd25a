import { plural } from '../units.ts'

export const fromAge = (age: string) => `A partir de ${age}`
export const betweenAges = (from: string, to: string) => `De ${from} a ${to}`
export const yearsBetween = (from: number, to: number) =>
  plural(to, { one: `${from}–# año`, other: `${from}–# años` })
export const monthsBetween = (from: number, to: number) =>
  plural(to, { one: `${from}–# mes`, other: `${from}–# meses` })
