import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ClosureDecision } from '#contract/schedule/schedule.ts'
import { isWithin } from '#domain/availability/schedule-fit.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { deleteDecidedOf } from '#drizzle/queries/booking/decided-cancellations.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { endApproval } from '#drizzle/queries/schedule/absence-approvals.ts'
import {
  type ClosureRow,
  deleteClosure,
  findClosure,
  insertClosure,
  readClosures,
} from '#drizzle/queries/schedule/closures.ts'
import {
  type ComingTime,
  listComingTimes,
  readAffected,
  readInOrder,
} from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { listReoffered } from '#drizzle/queries/waitlist/waitlist.ts'
import type { Canceled } from '../booking/decided-cancellations.ts'
import { keepCapacity } from '../insights/capacity.ts'
import { openTimes } from '../waitlist/offers/free-time.ts'
import { planReoffers, type ReofferPlan } from '../waitlist/reoffers/plan-reoffers.ts'
import { reofferAppointments } from '../waitlist/reoffers/reoffer-appointments.ts'
import { carryOut, type Decided, isOutdated } from './decide.ts'

/** A closure to be added; `doctorId` null closes the clinic. */
export type NewClosure = Omit<ClosureRow, 'id' | 'forFamilies'> &
  Partial<Pick<ClosureRow, 'forFamilies'>>

export type ClosureObstacle =
  /** It begins before today. */
  | { outcome: 'past' }
  /** The clinic is already closed, or the doctor away, all that time. */
  | { outcome: 'closed_already'; id: string; reason: string }

/** The appointments that a closure affects, and the other times that a re-offer would hold. */
export interface Affected {
  affected: AppointmentRow[]
  /** Absent when there are too many to be re-offered. */
  plan?: ReofferPlan | undefined
}

/** What a closure would do to the appointments in its time. */
export function previewClosure(
  db: Database,
  closure: NewClosure,
  context: Pick<Authorship, 'moment' | 'now'>,
): ClosureObstacle | ({ outcome: 'preview' } & Affected) {
  const obstacle = findObstacle(db, closure, context.moment)
  if (obstacle) return obstacle
  const affected = listAffected(db, closure, context.moment)
  return { outcome: 'preview', affected, plan: planReoffers(db, affected, closure, context) }
}

export type ClosureOutcome =
  | ClosureObstacle
  | ({ outcome: 'closed'; id: string; reoffered?: number } & Canceled)
  /** The affected appointments or their other times have changed since the preview. */
  | ({ outcome: 'outdated' } & Affected)

/** The decision about the appointments of a closure. */
type ClosureDecided = Omit<Decided, 'appointments'> & { appointments: ClosureDecision }

/**
 * Closes the time and carries out the decision about its appointments. A booking is either committed before,
 * and among the affected, or afterwards, and refused.
 */
export function addClosure(
  db: Transaction,
  { toApprove, ...wanted }: ClosureDecided & { closure: NewClosure; toApprove?: boolean },
  context: Authorship,
): ClosureOutcome {
  const { closure } = wanted
  const { actor, moment, now } = context
  const obstacle = findObstacle(db, closure, moment)
  if (obstacle) return obstacle
  // With `list` the appointments are not read, because for a year of the clinic that takes long.
  const times = wanted.appointments === 'list' ? [] : listAffectedTimes(db, closure, moment)
  const id = uuidv7()
  const decide = prepareDecision(db, { id, times, ...wanted }, context)
  if (!decide) {
    const affected = readInOrder(db, times)
    return { outcome: 'outdated', affected, plan: planReoffers(db, affected, closure, context) }
  }
  insertClosure(db, { id, ...closure })
  const counts = decide()
  const cancelled = counts.cancelled + counts.toCancel
  const data = { ...timesOf(closure), cancelled, ...(toApprove && { toApprove }) }
  appendEvent(db, { kind: 'closure.added', actor, subject: id, data }, now)
  return { outcome: 'closed', id, ...counts }
}

/** Prepares the decision; undefined when its preview is outdated. */
function prepareDecision(
  db: Transaction,
  wanted: ClosureDecided & { id: string; closure: NewClosure; times: readonly ComingTime[] },
  context: Authorship,
): (() => Canceled & { reoffered?: number }) | undefined {
  const { id: closureId, closure, times, appointments, fingerprint } = wanted
  if (appointments !== 'reoffer') {
    const decided = { appointments, fingerprint }
    // Without whole rows: reading hundreds of them would take longer than everything else.
    const affected = readAffected(db, times)
    if (isOutdated(db, affected, decided)) return undefined
    return () => carryOut(db, affected, { ...decided, closureId }, context)
  }
  const rows = readInOrder(db, times)
  const plan = planReoffers(db, rows, closure, context)
  if (!plan || plan.fingerprint !== fingerprint) return undefined
  return () => reofferAppointments(db, { closureId, rows, plan }, context)
}

/**
 * Opens the time again; appointments that are not canceled yet stay. Withdraws an absence that waits for
 * approval.
 */
export function removeClosure(
  db: Transaction,
  id: string,
  { actor, now, moment }: Authorship,
): ClosureRow | undefined {
  // Before the row is deleted, because past capacity is computed from it. An upcoming closure has no past.
  if (hasBegun(db, id, moment)) keepCapacity(db, moment)
  const closure = deleteClosure(db, id)
  if (!closure) return undefined
  deleteDecidedOf(db, id)
  const rejected = endApproval(db, id, 'withdrawn', { actor, now }) && ({ rejected: true } as const)
  const data = { ...timesOf(closure), ...rejected }
  appendEvent(db, { kind: 'closure.removed', actor, subject: id, data }, now)
  openTimes(db, closure, now)
  return closure
}

function hasBegun(db: Database, id: string, { today }: ClinicMoment): boolean {
  return (findClosure(db, id)?.fromDate ?? today) < today
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
  return same && { outcome: 'closed_already', id: same.id, reason: same.reason }
}

/** Appointments of the doctor, or of the whole clinic, except those that are already re-offered. */
export function listAffected(
  db: Database,
  closure: NewClosure,
  moment: ClinicMoment,
): AppointmentRow[] {
  return readInOrder(db, listAffectedTimes(db, closure, moment))
}

function listAffectedTimes(db: Database, closure: NewClosure, moment: ClinicMoment): ComingTime[] {
  const { fromDate: from, toDate: to, doctorId } = closure
  const reoffered = listReoffered(db)
  return listComingTimes(db, moment, { from, to }).filter(
    (time) =>
      isWithin(time, closure) &&
      (doctorId === null || time.doctorId === doctorId) &&
      !reoffered.has(time.id),
  )
}
