import type { Ask } from './cost.ts'

/** A search for each of these texts, in turns. */
export const search = (...texts: readonly string[]): Ask<{ query: { search: string } }> => {
  return (_, round) => ({ query: { search: texts[round % texts.length] ?? '' } })
}

/** As many short words as a field takes. */
export const MANY_WORDS =
  'ma le an jo el na ar li so em no ol av et lu ka mi pa gu wi ta br ha yo ki'
