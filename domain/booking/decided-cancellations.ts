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

// Cancels what a change of the schedule decided: docs/requirements.md#canceled-with-the-schedule.

/** The most appointments that one transaction cancels, because other writers wait for it. */
export const CANCELED_AT_ONCE = 10

/** How long one transaction of the job may take, in milliseconds. */
const CANCEL_FOR_MS = 20

export interface Canceled {
  cancelled: number
  /** How many of those are refunded. */
  refunded: number
  /** How many the job still cancels. */
  toCancel: number
}

/** Cancels appointments for the clinic: a few at once, more by a job. */
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
 * Cancels the next decided appointments until the transaction's time is used up.
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

/** An appointment that was moved, canceled or begun since stays as it is. */
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
