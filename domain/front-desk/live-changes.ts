import type { Database } from '#drizzle/client.ts'
import { type EventPosition, findLatestPosition, listLiveChanges } from '#drizzle/queries/events.ts'

/** How often the database is looked at while anyone listens, in milliseconds. */
const INTERVAL_MS = 500

/**
 * Called with ids of appointments that have changed, or with none when something else that waits for the
 * front desk, or the schedule, has changed; and with how far the listener has come.
 */
type OnChange = (ids: readonly string[], position: EventPosition) => void

interface Listener {
  onChange: OnChange
  /** Called before `onChange`, with uids and ids of doctors whose rights may have changed. */
  onRights: (people: ReadonlySet<string>) => void
}

interface LiveChanges {
  /**
   * Reports changes by any process from now on, or from `after` on, and whose rights may have changed.
   * @returns a function that ends it
   */
  listen(listener: Listener, after?: EventPosition): () => void
}

/**
 * Tells listeners which appointments change, and that what waits for the front desk does, with one query
 * for all of them. Without listeners it does nothing.
 */
export function createLiveChanges(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): LiveChanges {
  const listeners = new Set<Listener>()
  let reached: EventPosition = 0
  let timer: NodeJS.Timeout | undefined

  /** Reports what has changed after a position. @returns how far that is */
  function reportSince(listeners: Iterable<Listener>, after: EventPosition): EventPosition {
    const { ids, hasOthers, people, position } = listLiveChanges(db, after)
    for (const { onChange, onRights } of listeners) {
      if (people.size > 0) onRights(people)
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
    listen(listener, after) {
      if (listeners.size === 0) reached = findLatestPosition(db)
      // At most a page: a screen that was away for longer reads everything anew.
      if (after !== undefined) reportSince([listener], after)
      listeners.add(listener)
      timer ??= setInterval(report, INTERVAL_MS).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
