import type { Database } from '#drizzle/client.ts'
import { type EventPosition, findLatestPosition, listLiveChanges } from '#drizzle/queries/events.ts'

/** How often the database is looked at while anyone listens, in milliseconds. */
const INTERVAL_MS = 500

/**
 * Called with ids of appointments that have changed, or with none when something else that waits for the
 * front desk, or the schedule, has changed; and with how far the listener has come.
 */
type OnChange = (ids: readonly string[], position: EventPosition) => void

interface LiveChanges {
  /**
   * Reports changes by any process from now on, or from `after` on.
   * @returns a function that ends it
   */
  listen(onChange: OnChange, after?: EventPosition): () => void
}

/**
 * Tells listeners which appointments change, and that what waits for the front desk does, with one query
 * for all of them. Without listeners it does nothing.
 */
export function createLiveChanges(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): LiveChanges {
  const listeners = new Set<OnChange>()
  let reached: EventPosition = 0
  let timer: NodeJS.Timeout | undefined

  /** Reports what has changed after a position. @returns how far that is */
  function reportSince(listeners: Iterable<OnChange>, after: EventPosition): EventPosition {
    const { ids, hasOthers, position } = listLiveChanges(db, after)
    for (const onChange of listeners) {
      if (ids.length > 0) onChange(ids, position)
      if (hasOthers) onChange([], position)
    }
    return position
  }

  function report() {
    try {
      reached = reportSince(listeners, reached)
    } catch (error) {
      // Such as a busy database; the next look finds the same changes.
      onError(error)
    }
  }

  return {
    listen(onChange, after) {
      if (listeners.size === 0) reached = findLatestPosition(db)
      // At most a page: a screen that was away for longer reads everything anew.
      if (after !== undefined) reportSince([onChange], after)
      listeners.add(onChange)
      timer ??= setInterval(report, INTERVAL_MS).unref()
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
