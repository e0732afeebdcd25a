import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import {
  type DecidedCancellation,
  deleteDecided,
  hasDecided,
  insertDecided,
  listDecided,
} from '#drizzle/queries/booking/decided-cancellations.ts'
import { readInOrder } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { cancelByClinic } from './cancel-appointment.ts'

// What a change of the schedule cancels: docs/requirements.md#canceled-with-the-schedule.

/** How many appointments one transaction cancels at most: other writers wait for it. */
export const CANCELED_AT_ONCE = 10

/** How long one transaction of the job may cancel, in milliseconds. */
const CANCEL_FOR_MS = 20

export interface Canceled {
  cancelled: number
  /** How many of them are refunded. */
  refunded: number
  /** How many the job cancels. */
  toCancel: number
}

/** The clinic cancels appointments: a few at once, and more by a job. */
export function cancelAll(
  db: Transaction,
  appointments: readonly { id: string }[],
  { actor, now, closureId = null }: { actor: string; now: Date; closureId?: string | null },
): Canceled {
  if (appointments.length > CANCELED_AT_ONCE) {
    const ids = appointments.map(({ id }) => id)
    insertDecided(db, ids, { decidedBy: actor, closureId })
    return { cancelled: 0, refunded: 0, toCancel: ids.length }
  }
  const ends = readInOrder(db, appointments).map((row) => cancelByClinic(db, row, { actor, now }))
  return {
    cancelled: ends.filter((end) => end !== 'changed').length,
    refunded: ends.filter((end) => end === 'refunded').length,
    toCancel: 0,
  }
}

/**
 * Cancels the next ones of what was decided, until the transaction's time is over.
 * @returns whether none is left
 */
export function cancelDecided(db: Transaction, now: Date): boolean {
  const end = performance.now() + CANCEL_FOR_MS
  for (const decided of listDecided(db, CANCELED_AT_ONCE)) {
    cancelOne(db, decided, now)
    if (performance.now() >= end) break
  }
  return !hasDecided(db)
}

/** One that was moved, canceled or begun since stays as it is. */
function cancelOne(
  db: Transaction,
  { appointmentId, version, decidedBy: actor }: DecidedCancellation,
  now: Date,
): void {
  deleteDecided(db, appointmentId)
  const row = findAppointment(db, appointmentId)
  if (row?.version !== version || row.status !== 'booked' || row.attendance !== 'expected') return
  cancelByClinic(db, row, { actor, now })
}
