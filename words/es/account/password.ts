import { plural } from '../units.ts'

export const atLeast = (characters: number) =>
  plural(characters, { one: 'Al menos # carácter', other: 'Al menos # caracteres' })
