import type { Ask } from './cost.ts'

/** A request for each of these texts, in rotation. */
export const search = (...texts: readonly string[]): Ask<{ query: { search: string } }> => {
  return (_, round) => ({ query: { search: texts[round % texts.length] ?? '' } })
}

/** As many short words as the field accepts. */
export const MANY_WORDS =
  'ma le an jo el na ar li so em no ol av et lu ka mi pa gu wi ta br ha yo ki'
