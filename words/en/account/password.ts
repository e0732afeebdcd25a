import { plural } from '../units.ts'

export const atLeast = (characters: number) =>
  plural(characters, { one: 'At least # character', other: 'At least # characters' })
