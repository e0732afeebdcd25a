import { join } from 'node:path'

/** What became of one mutant. */
export interface Found {
  name: string
  of: 'machine' | 'screens'
  /** In which way the change is wrong: see `KINDS` in report.ts. */
  kind: string
  /** The layer of the tests that noticed; null when none did. */
  killedBy: 'machine' | 'screens' | null
  /** Whether a path comes by the place of the change at all. */
  isReached: boolean
}

export interface Hunted {
  flow: string
  found: Found[]
  seconds: number
}

/** Where the hunt in one flow leaves what it found. */
export function resultFile(flow: string): string {
  return join(import.meta.dirname, '../../test-results/mutation', `${flow}.json`)
}
