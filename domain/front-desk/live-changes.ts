import { watchChanges } from '../../drizzle/change-watch.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type EventPosition,
  findLatestPosition,
  listChangedAppointments,
} from '../../drizzle/queries/events.ts'

/** How often the database is looked at while anyone listens, in milliseconds. */
const INTERVAL_MS = 500

/** Called with ids of appointments that have changed, and how far the listener has come. */
export type OnChange = (ids: readonly string[], position: EventPosition) => void

export interface LiveChanges {
  /**
   * Reports changes by any process from now on, or from `after` on.
   * @returns a function that ends it
   */
  listen(onChange: OnChange, after?: EventPosition): () => void
}

/** Tells listeners which appointments change. Without listeners it does nothing. */
export function createLiveChanges(
  db: Database,
  { onError }: { onError: (error: unknown) => void },
): LiveChanges {
  const listeners = new Map<OnChange, EventPosition>()
  const hasChanged = watchChanges(db)
  let timer: NodeJS.Timeout | undefined

  function report() {
    try {
      if (!hasChanged()) return
      for (const [onChange, position] of listeners) catchUp(onChange, position)
    } catch (error) {
      // Such as a busy database; the next look finds the same changes.
      onError(error)
    }
  }

  function catchUp(onChange: OnChange, from: EventPosition) {
    const { ids, position } = listChangedAppointments(db, from)
    if (position === from) return
    listeners.set(onChange, position)
    if (ids.length > 0) onChange(ids, position)
  }

  return {
    listen(onChange, after) {
      const position = after ?? findLatestPosition(db)
      listeners.set(onChange, position)
      if (after !== undefined) catchUp(onChange, after)
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
