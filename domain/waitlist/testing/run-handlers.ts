import type { EventData, EventKind } from '#contract/audit/events.ts'
import type { Transaction } from '#drizzle/client.ts'
import { endOverdue } from '../entries/entries.ts'
import {
  endReoffers,
  offerFreedTimes,
  type WaitlistHandler,
  withdrawClosed,
  withdrawSession,
} from '../handlers/steps.ts'

/** The number of a job's attempts. */
const ATTEMPTS = 3

interface Delivery {
  id: string
  handler: string
  subject: string
  data: string
}

/** The waiting list's deliveries that no job has taken yet. */
export function dueDeliveries(db: Transaction): Delivery[] {
  return db.$client
    .prepare<[], Delivery>(
      `select event_id as id, handler, subject, data from event_deliveries join events on id = event_id
       where status <> 'done' and status = 'pending' and handler glob 'waitlist.*' order by events.rowid`,
    )
    .all()
}

/**
 * Runs one transaction of a delivery.
 * @returns whether the delivery is done
 */
export function takeStep(db: Transaction, { id, handler, subject, data }: Delivery, now: Date) {
  const take = <Kind extends EventKind>({ name, step, giveUp }: WaitlistHandler<Kind>) => {
    if (name !== handler) return undefined
    const event = { subject, data: JSON.parse(data) as EventData<Kind>, now }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return db.$client.transaction(() => step(db, event))()
      } catch {
        if (attempt === ATTEMPTS) giveUp?.(db, event)
      }
    }
    return true
  }
  const isDone =
    take(offerFreedTimes) ?? take(withdrawClosed) ?? take(withdrawSession) ?? take(endReoffers)
  if (isDone === false) return false
  db.$client
    .prepare("update event_deliveries set status = 'done' where event_id = ? and handler = ?")
    .run(id, handler)
  return true
}

/** Ends what has expired by an instant, and runs the jobs that follow. */
export function passOn(db: Transaction, now: Date): void {
  while (!endOverdue(db, now));
  runHandlers(db, now)
}

/** Runs the jobs that follow the events so far. */
export function runHandlers(db: Transaction, now: Date): void {
  for (let due = dueDeliveries(db); due.length > 0; due = dueDeliveries(db)) {
    for (const delivery of due) while (!takeStep(db, delivery, now));
  }
}
