import { storedValue } from '#web/lib/stored-value.ts'

export const PAPERS = {
  list: 'All together',
  doctors: 'One doctor a page',
  axis: 'Day on a time axis',
} as const
export type Paper = keyof typeof PAPERS

/** How days are printed on this computer. */
const paper = storedValue('sprout.agenda-paper')

export const choosePaper = (chosen: Paper) => paper.write(chosen)

export function usePaper(): Paper {
  const kept = paper.use()
  return kept !== null && kept in PAPERS ? (kept as Paper) : 'list'
}
