import { setTimeout as wait } from 'node:timers/promises'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { isAtRest } from '../support/rest.ts'

const POLL_MS = 100

/**
 * Resolves once the site on this data has handled every event: what it still does for one
 * measurement's requests would be charged to the next.
 */
export async function untilAtRest(dataDir: string): Promise<void> {
  const db = openDatabase(databaseFile(dataDir))
  try {
    while (!isAtRest(db)) await wait(POLL_MS)
  } finally {
    db.$client.close()
  }
}
