import type { ScreenMutant } from './screen-mutants.ts'

declare global {
  /** Whether that mutant of a screen is on: see `instrument`. */
  var $mutant: (id: string) => boolean
  var $knowMutants: (mutants: ScreenMutant[]) => void
}

/** The screens' mutants, which of them the last walk came by, and the one that is on. */
export const board = {
  known: [] as ScreenMutant[],
  reached: new Set<string>(),
  active: null as string | null,
  /** How often the screens have come by any of them in this walk, and how often they may. */
  passed: 0,
  mostPassed: Number.POSITIVE_INFINITY,
}

globalThis.$knowMutants = (mutants) => board.known.push(...mutants)
globalThis.$mutant = (id) => {
  board.reached.add(id)
  board.passed += 1
  // Two pages that send the visitor to each other would go on forever.
  if (board.passed > board.mostPassed) throw new Error('The screens never come to rest')
  return id === board.active
}
