import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { findLatestPosition, readBookingChanges } from '#drizzle/queries/events.ts'
import { readScheduleVersion } from '#drizzle/queries/schedule/schedule.ts'

/** How often the database is polled while there are listeners, in milliseconds. */
const INTERVAL_MS = 500

/** Called with a number that differs from the previous one. */
type OnVersion = (version: number) => void

interface DayChanges {
  /**
   * Reports that the times of a day may have changed, in any process.
   * @returns a function that stops it
   */
  listen(date: IsoDate, onVersion: OnVersion): () => void
}

/** Notifies listeners when a day's free times may have changed, with one query for all listeners. */
export function createDayChanges(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): DayChanges {
  const listeners = new Map<OnVersion, IsoDate>()
  let reached = 0
  let schedule = 0
  let timer: NodeJS.Timeout | undefined

  function report() {
    try {
      const version = readScheduleVersion(db)
      const { latest, dates } = readBookingChanges(db, reached)
      const isAny = version !== schedule || dates === 'many'
      reached = latest
      schedule = version
      const changed = new Set(isAny ? [] : dates)
      for (const [onVersion, date] of listeners) {
        if (isAny || changed.has(date)) onVersion(latest)
      }
    } catch (error) {
      // For example a busy database; the next poll finds the same changes.
      onError(error)
    }
  }

  return {
    listen(date, onVersion) {
      if (listeners.size === 0) {
        reached = findLatestPosition(db)
        schedule = readScheduleVersion(db)
      }
      listeners.set(onVersion, date)
      timer ??= setInterval(report, INTERVAL_MS).unref()
      return () => {
        listeners.delete(onVersion)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
