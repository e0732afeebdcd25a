import type { Decision } from '#contract/schedule/schedule.ts'
import { findConflictReasons, fullSchedule } from '#domain/availability/schedule-fit.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { appendEvents } from '#drizzle/queries/events.ts'
import {
  type AffectedRow,
  keepAppointments,
  readTimes,
} from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { type Canceled, cancelAll } from '../booking/decided-cancellations.ts'
import { impactOf } from './schedule-conflicts.ts'

/** An admin's decision about affected appointments, and the preview that it is based on. */
export interface Decided {
  appointments: Decision
  fingerprint?: string | undefined
}

/** Whether the affected appointments have changed since that preview. */
export function isOutdated(
  db: Database,
  affected: readonly AffectedRow[],
  { appointments, fingerprint }: Decided,
): boolean {
  return appointments !== 'list' && impactOf(db, affected).fingerprint !== fingerprint
}

/**
 * Carries out the decision, with an event for each appointment.
 * @param closureId of a closure
 */
export function carryOut(
  db: Transaction,
  affected: readonly AffectedRow[],
  { appointments, closureId = null }: Decided & { closureId?: string | null },
  { actor, now, ...context }: Authorship,
): Canceled {
  if (appointments === 'keep') keepAll(db, affected, { actor, now, ...context })
  return cancelAll(db, appointments === 'cancel' ? affected : [], { actor, now, closureId })
}

/** Records that these appointments stay although they do not fit the schedule. */
export function keepAll(
  db: Transaction,
  appointments: readonly Pick<AppointmentRow, 'id'>[],
  { actor, now }: Authorship,
): void {
  const schedule = fullSchedule(db)
  const kept = readTimes(db, appointments).map((time) => ({
    id: time.id,
    version: time.version,
    reasons: findConflictReasons(time, schedule),
  }))
  keepAppointments(db, kept)
  const subjects = appointments.map(({ id }) => id)
  appendEvents(db, { kind: 'appointment.kept', actor, subjects }, now)
}
