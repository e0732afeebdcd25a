import { UNDO_MOVE_MS } from '#contract/booking/appointment-changes.ts'
import { formatSlot, overlaps, parseSlot, type Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { type ChangeObstacle, ceilingAfterMove } from '#contract/payments/refund-terms.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import { findConflictReasons, fullSchedule } from '#domain/availability/schedule-fit.ts'
import type { Authorship } from '#domain/context.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  listOccupiedTimes,
  listPersonOnDay,
  type MoveRecord,
  moveAppointment,
  personOf,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { keepAppointments } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { deskTimesOn, freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { addReminders } from '../notifications/reminders.ts'
import { updateEntriesAfterMove } from '../waitlist/entries/entries.ts'
import { askFirst, expireOffersAt } from '../waitlist/offers/offer-times.ts'
import { type AgeObstacle, findAgeObstacle } from './book-appointment.ts'
import {
  type ChangeContext,
  type ChangeRights,
  changeRightsOf,
  findChangeable,
  findObstacleNow,
  illMoveUntil,
  refundQuestionOf,
} from './change-options.ts'
import { chooseDoctor, isHeldTime, isSameTime, nearestTimes, timesOf } from './choose-time.ts'
import { HELD_MS, isUndoable, isWayBack, undoMove } from './undo-move.ts'

/** A free time to which an appointment moves. */
interface MoveTarget {
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
  /**
   * Id of a doctor. Without one the appointment keeps its doctor if they are free, otherwise as for a
   * booking.
   */
  doctor?: string | undefined
  /** Staff only: why the time is outside opening hours; without a reason it is refused. */
  reason?: string | undefined
}

type TimeOutcome =
  /** `undoUntil`: until when it can be undone; undefined when it cannot. */
  | { outcome: 'moved'; undoUntil?: Date | undefined }
  /** Not one of the treatment's times, or the doctor does not work then. */
  | { outcome: 'not_offered' }
  | AgeObstacle
  /** The family has an appointment at that time, or one for that treatment on that day. */
  | { outcome: 'already_booked'; existing: AppointmentRow }
  /** `alternatives`: at most three free times of that day, nearest first. */
  | { outcome: 'slot_taken'; alternatives: Slot[]; isHeld?: boolean }

/**
 * Moves an appointment, as just read, to a free time of its treatment; price and payment stay. Writes
 * `appointment.moved`, the email and the reminders. The update fails if the doctor or the family is not free.
 * @param record how a family's move is counted; `undoable`: keep emails and offers back while it can be undone;
 *   `mover`: the guardian who moves it
 */
export function moveToTime(
  db: Transaction,
  row: AppointmentRow,
  wanted: MoveTarget,
  context: Authorship & { record?: MoveRecord; undoable?: boolean; mover?: string | undefined },
): TimeOutcome {
  const { date, slot, doctor: wantedDoctor, reason } = wanted
  const { actor, moment, now, record } = context
  expireOffersAt(db, { date, ...parseSlot(slot) }, now)
  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ id }) => id === row.treatmentId)
  if (!treatment) return { outcome: 'not_offered' }
  const unfit = findUnfitAge(row, treatment, date)
  if (unfit) return unfit
  const isAsked = (offered: Slot) => formatSlot(offered) === slot
  const isOutside =
    Boolean(reason) && !freeTimesOn(schedule, [], date, moment)(treatment).some(isAsked)
  const timesOn = isOutside ? deskTimesOn : freeTimesOn
  const timesWith = (occupied: OccupiedTime[]) =>
    timesOf(wantedDoctor, timesOn(schedule, occupied, date, moment)(treatment))
  const time = timesWith([]).find(isAsked)
  if (!time) return { outcome: 'not_offered' }

  const own = ownOnDay(db, row, date)
  const existing =
    own.find(({ treatmentId }) => treatmentId === row.treatmentId) ??
    own.find((appointment) => overlaps(appointment, time))
  if (existing) return { outcome: 'already_booked', existing }

  const occupied = listOccupiedTimes(db, date).filter((other) => !isOwnTime(row, date, other))
  const times = timesWith(occupied)
  const taken = () => ({
    outcome: 'slot_taken' as const,
    alternatives: nearestTimes(time, times, own),
    ...(isHeldTime(db, treatment, { ...time, date }) && { isHeld: true }),
  })
  const free = times.find(isSameTime(time))
  if (!free) return taken()

  const same = treatment.doctors.find(
    ({ id }) => id === row.doctorId && free.doctorIds.includes(id),
  )
  const doctor = same ?? chooseDoctor(treatment, free, occupied)
  const { startMinute, lengthMinutes } = free
  const { id: doctorId = null, name: doctorName = null } = doctor ?? {}
  const placed = { treatmentId: treatment.id, doctorId, date, startMinute, lengthMinutes }
  const asked = askFirst(db, placed, now)
  if (asked === 'asked') return moveToTime(db, row, wanted, context)
  if (asked === 'failed') return taken()
  const target = {
    date,
    startMinute,
    lengthMinutes,
    doctorId,
    doctorName,
    // It now has a time of its own, and no longer needs the reason for the extra patient.
    ...(row.squeezed && {
      squeezed: false,
      overrideReason: findUnfitAge({ ...row, overrideReason: null }, treatment, date)
        ? row.overrideReason
        : null,
    }),
    ...(isOutside && reason && { overrideReason: reason }),
  }
  // More than time and doctor would have to be restored.
  const isPlain = row.overrideReason === null && !isOutside && lengthMinutes === row.lengthMinutes
  const isHeld = context.undoable === true && isPlain && isUndoable(db, row.id)
  const delayMs = isHeld ? HELD_MS : 0
  const undoUntil = isHeld ? new Date(now.getTime() + UNDO_MOVE_MS) : undefined
  if (moveAppointment(db, row, { ...target, ...record }) !== 'moved') return taken()

  const { date: fromDate, startMinute: fromMinute, doctorId: fromDoctorId } = row
  const version = row.version + 1
  const isOtherDoctor = doctorId !== null && fromDoctorId !== null && doctorId !== fromDoctorId
  const doctors = {
    ...(doctorId !== null && { doctorId }),
    ...(fromDoctorId !== null && { fromDoctorId }),
  }
  const outside = isOutside && ({ outsideHours: true } as const)
  const undo = undoUntil && { undoUntil: undoUntil.getTime() }
  const data = { date, startMinute, fromDate, fromMinute, version, ...doctors, ...outside, ...undo }
  appendEvent(db, { kind: 'appointment.moved', actor, subject: row.id, data }, now)
  const from = { date: fromDate, startMinute: fromMinute, lengthMinutes: row.lengthMinutes }
  const told = { from, fromDoctorId, ...(isOtherDoctor && { isOtherDoctor }) }
  notifyFamily(db, row.id, { kind: 'moved', data: told }, now, { delayMs, mover: context.mover })
  addReminders(db, { ...row, ...target }, now, { timeZone: moment.timeZone })
  updateEntriesAfterMove(db, row, now, delayMs)
  // Staff decided it, so it is not listed as a conflict.
  if (isOutside) {
    const moved = { ...row, ...target, version }
    const reasons = findConflictReasons(moved, fullSchedule(db))
    keepAppointments(db, [{ id: moved.id, version: moved.version, reasons }])
  }
  return { outcome: 'moved', undoUntil }
}

/** The patient's other appointments of that day. */
function ownOnDay(db: Database, row: AppointmentRow, date: IsoDate): AppointmentRow[] {
  const person = personOf(row)
  if (person === null) return []
  return listPersonOnDay(db, { person, date }).filter(({ id }) => id !== row.id)
}

/** Why the child's age does not fit that day, unless staff have already accepted it. */
export function findUnfitAge(
  { childName, childBirthDate: birthDate, overrideReason }: AppointmentRow,
  treatment: OfferedTreatment,
  date: IsoDate,
): AgeObstacle | undefined {
  if (birthDate === null) return undefined
  const obstacle = findAgeObstacle({ name: childName ?? '', birthDate }, date, treatment)
  return obstacle?.outcome === 'age_limit' && overrideReason !== null ? undefined : obstacle
}

/** Ignores the appointment's own current time. */
function isOwnTime(row: AppointmentRow, date: IsoDate, time: OccupiedTime): boolean {
  return (
    !row.squeezed &&
    row.date === date &&
    row.treatmentId === time.treatmentId &&
    row.doctorId === time.doctorId &&
    row.startMinute === time.startMinute
  )
}

interface MoveRequest extends MoveTarget {
  id: string
  /** Of the appointment on the screen. */
  version: number
  /** Uses the additional move for an ill child. */
  ill?: boolean | undefined
  /**
   * Staff only: keeps emails and offers back while it can be undone. A move back within that time undoes it.
   */
  undoable?: boolean | undefined
}

export type MoveOutcome =
  /** `isUndone`: it was moved back before an email about the former move was sent. */
  | { outcome: 'moved'; row: AppointmentRow; undoUntil?: Date | undefined; isUndone?: boolean }
  | { outcome: 'not_found' }
  | ({ row: AppointmentRow } & (
      | Exclude<TimeOutcome, { outcome: 'moved' }>
      | { outcome: 'stale' }
      | { outcome: 'closed'; obstacle: ChangeObstacle }
    ))

/**
 * Moves an appointment for its family, or for staff on behalf of the family:
 * docs/requirements.md#changes-online. Repeating a move returns its result.
 */
export function moveByFamily(
  db: Transaction,
  wanted: MoveRequest,
  context: ChangeContext,
): MoveOutcome {
  const row = findChangeable(db, wanted.id, context)
  if (!row) return { outcome: 'not_found' }
  if (isAlreadyThere(row, wanted)) return { outcome: 'moved', row }
  if (row.version !== wanted.version) return { outcome: 'stale', row }
  const rights = changeRightsOf(db, row, context)
  const way = findWay(row, wanted, context, rights)
  if (typeof way === 'object') return { outcome: 'closed', ...way, row }

  const { caller, moment, now } = context
  const record = rights.isTaken ? undefined : recordOf(row, way, context)
  const { reason, undoable = false, ...online } = wanted
  const isUndoable = undoable && way === 'staff' && !rights.isTaken
  const readAnew = () => findChangeable(db, wanted.id, context) ?? row
  if (isUndoable && isWayBack(db, row, wanted, now)) {
    const undone = undoMove(db, row, { actor: caller.uid, now })
    if (undone.outcome === 'undone') return { outcome: 'moved', row: readAnew(), isUndone: true }
  }
  const moving = {
    ...{ actor: caller.uid, moment, now, undoable: isUndoable },
    ...(way !== 'staff' && { mover: caller.uid }),
    ...(record && { record }),
  }
  const result = moveToTime(db, row, way === 'staff' ? { ...online, reason } : online, moving)
  if (result.outcome !== 'moved') return { ...result, row }
  const { undoUntil } = result
  return { outcome: 'moved', row: readAnew(), undoUntil }
}

/** Whether the appointment is already at the requested time. */
function isAlreadyThere(
  row: AppointmentRow,
  { version, date, slot, doctor }: MoveRequest,
): boolean {
  return (
    (row.version === version || row.version === version + 1) &&
    row.status === 'booked' &&
    row.date === date &&
    formatSlot(row) === slot &&
    (doctor === undefined || doctor === row.doctorId)
  )
}

/** The rule under which it can be moved, or why it cannot. */
function findWay(
  row: AppointmentRow,
  { ill, date }: MoveRequest,
  context: ChangeContext,
  rights: ChangeRights,
): 'staff' | 'online' | 'ill' | { obstacle: ChangeObstacle } {
  const obstacle = findObstacleNow(row, context, rights, 'move')
  if (!obstacle) return rights.access ? 'online' : 'staff'
  const until = illMoveUntil(row, context, rights)
  return ill && until !== null && date <= until ? 'ill' : { obstacle }
}

/** How a family's move is counted; nothing when the clinic moves it. */
function recordOf(
  row: AppointmentRow,
  way: 'staff' | 'online' | 'ill',
  context: ChangeContext,
): MoveRecord | undefined {
  if (way === 'staff') return undefined
  const { refundCeiling, refundCeilingOf, transactionId } = row
  const ceiling = ceilingAfterMove(refundQuestionOf(row, context))
  return {
    refundCeiling,
    refundCeilingOf,
    moves: row.moves + (way === 'online' ? 1 : 0),
    illMoveUsed: row.illMoveUsed || way === 'ill',
    // Only a paid appointment has a refund to limit.
    ...(transactionId !== null && {
      refundCeiling: ceiling,
      refundCeilingOf: ceiling === null ? null : transactionId,
    }),
  }
}
