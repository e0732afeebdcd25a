import type { Database } from '../../drizzle/client.ts'
import type { Log, Registry } from './handler.ts'
import type { Settings } from './settings.ts'

export interface RunnerOptions {
  db: Database
  registry: Registry
  log: Log
  settings: Settings
}

export interface Runner {
  /** Call after each commit that wrote an event. Never waits, never throws. */
  wake(): void
  /** Whether the queue answers; absent where there is none. */
  answers?: () => Promise<boolean>
  /** How many jobs the queue holds by state; absent where there is none. */
  depth?: () => Promise<Record<string, number>>
  /** Stops taking work, waits for what runs, hands back the rest. */
  close(): Promise<void>
}
