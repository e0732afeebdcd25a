import type { Database } from '#drizzle/client.ts'
import { type EventPosition, findLatestPosition, listLiveChanges } from '#drizzle/queries/events.ts'

/** How often the database is polled while there are listeners, in milliseconds. */
const INTERVAL_MS = 500

/**
 * Called with the ids of changed appointments, or with none when something else on the front desk's screens
 * or the schedule changed; and with the position up to which changes were reported.
 */
type OnChange = (ids: readonly string[], position: EventPosition) => void

interface Listener {
  onChange: OnChange
  /** Called before `onChange`, with uids and doctor ids whose rights may have changed. */
  onRights: (people: ReadonlySet<string>) => void
}

interface LiveChanges {
  /**
   * Reports changes by any process, from now on or after the position `after`, and whose rights may have
   * changed.
   * @returns a function that stops it
   */
  listen(listener: Listener, after?: EventPosition): () => void
}

/**
 * Notifies listeners of changed appointments and other changes of the front desk, with one query for all
 * listeners. Does nothing without listeners.
 */
export function createLiveChanges(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): LiveChanges {
  const listeners = new Set<Listener>()
  let reached: EventPosition = 0
  let timer: NodeJS.Timeout | undefined

  /**
   * Reports changes after a position.
   * @returns the new position
   */
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
      // For example a busy database; the next poll finds the same changes.
      onError(error)
    }
  }

  return {
    listen(listener, after) {
      if (listeners.size === 0) reached = findLatestPosition(db)
      // At most one page: a screen that was away for longer reloads everything.
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
