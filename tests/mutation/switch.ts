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
}

globalThis.$knowMutants = (mutants) => board.known.push(...mutants)
globalThis.$mutant = (id) => {
  board.reached.add(id)
  return id === board.active
}
