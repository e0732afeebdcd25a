import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { listComing } from '#drizzle/queries/booking/misfits.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type ClosureRow,
  deleteClosure,
  insertClosure,
  readClosures,
} from '#drizzle/queries/schedule/closures.ts'
import { carryOut, type Decided, isOutdated, type ScheduleContext } from './decide.ts'
import { isWithin } from './misfits.ts'

/** A closure to be added; `doctorId` null closes the clinic. */
export type NewClosure = Omit<ClosureRow, 'id'>

export type ClosureObstacle =
  /** It begins before today. */
  | { outcome: 'past' }
  /** The clinic is closed, or the doctor away, all that time already. */
  | { outcome: 'closed_already'; reason: string }

/** What closing would do to the appointments in that time. */
export function previewClosure(
  db: Database,
  closure: NewClosure,
  moment: ClinicMoment,
): ClosureObstacle | { outcome: 'preview'; affected: AppointmentRow[] } {
  const obstacle = findObstacle(db, closure, moment)
  return obstacle ?? { outcome: 'preview', affected: listAffected(db, closure, moment) }
}

export type ClosureOutcome =
  | ClosureObstacle
  | { outcome: 'closed'; cancelled: number; refunded: number }
  /** The affected appointments have changed since the preview. */
  | { outcome: 'outdated'; affected: AppointmentRow[] }

/**
 * Closes the time and carries out what was decided about the appointments in it. Call it in a write
 * transaction: a booking is either before it, and among the affected, or after it, and refused.
 */
export function addClosure(
  db: Transaction,
  { closure, ...decided }: Decided & { closure: NewClosure },
  context: ScheduleContext,
): ClosureOutcome {
  const { actor, moment, now } = context
  const obstacle = findObstacle(db, closure, moment)
  if (obstacle) return obstacle
  const affected = listAffected(db, closure, moment)
  if (isOutdated(db, affected, decided)) return { outcome: 'outdated', affected }
  const id = uuidv7()
  insertClosure(db, { id, ...closure })
  const counts = carryOut(db, affected, decided, context)
  const data = { ...timesOf(closure), cancelled: counts.cancelled }
  appendEvent(db, { kind: 'closure.added', actor, subject: id, data }, now)
  return { outcome: 'closed', ...counts }
}

/** Opens the time again. */
export function removeClosure(
  db: Transaction,
  id: string,
  { actor, now }: Pick<ScheduleContext, 'actor' | 'now'>,
): ClosureRow | undefined {
  const closure = deleteClosure(db, id)
  if (!closure) return undefined
  appendEvent(db, { kind: 'closure.removed', actor, subject: id, data: timesOf(closure) }, now)
  return closure
}

/** Without the reason, which may be personal. */
function timesOf({ doctorId, fromDate, toDate, fromMinute, toMinute }: NewClosure) {
  return { doctorId, fromDate, toDate, fromMinute, toMinute }
}

function findObstacle(
  db: Database,
  closure: NewClosure,
  { today }: ClinicMoment,
): ClosureObstacle | undefined {
  if (closure.fromDate < today) return { outcome: 'past' }
  const same = readClosures(db, closure.toDate).find(
    (other) =>
      other.doctorId === closure.doctorId &&
      other.fromDate <= closure.fromDate &&
      other.fromMinute <= closure.fromMinute &&
      closure.toMinute <= other.toMinute,
  )
  return same && { outcome: 'closed_already', reason: same.reason }
}

/** Of the doctor, or of the whole clinic. */
function listAffected(db: Database, closure: NewClosure, moment: ClinicMoment): AppointmentRow[] {
  const { fromDate: from, toDate: to, doctorId } = closure
  return listComing(db, moment, { from, to }).filter(
    (row) => isWithin(row, closure) && (doctorId === null || row.doctorId === doctorId),
  )
}
