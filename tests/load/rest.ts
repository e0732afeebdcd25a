import { setTimeout as wait } from 'node:timers/promises'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { readFigures } from '../../drizzle/queries/figures.ts'

const POLL_MS = 100

/**
 * Resolves once the site on this data has handled every event that is due: what it still does for
 * one measurement's requests would be charged to the next.
 */
export async function untilAtRest(dataDir: string): Promise<void> {
  const db = openDatabase(databaseFile(dataDir))
  try {
    while (isAtWork()) await wait(POLL_MS)
  } finally {
    db.$client.close()
  }

  function isAtWork(): boolean {
    const now = new Date()
    const { unpublishedEvents, lateSeconds, deliveries } = readFigures(db, {
      now,
      openedBefore: now,
    })
    return unpublishedEvents > 0 || lateSeconds > 0 || deliveries.running > 0
  }
}
