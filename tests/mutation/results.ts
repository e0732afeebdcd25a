import { existsSync, readFileSync } from 'node:fs'
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
  /** It has come to its end. */
  isFinished: boolean
  /** Some mutants have never been tried, or not by all walks. */
  isPart: boolean
}

/** Where the hunt in one flow leaves what it found. */
export function resultFile(flow: string): string {
  return join(import.meta.dirname, '../../test-results/mutation', `${flow}.json`)
}

/** What the last hunt in the flow found; null when there was none, or it has not come to its end. */
export function readHunt(flow: string): Hunted | null {
  if (!existsSync(resultFile(flow))) return null
  const hunted: Hunted = JSON.parse(readFileSync(resultFile(flow), 'utf8'))
  return hunted.isFinished ? hunted : null
}
