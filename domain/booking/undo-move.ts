import { UNDO_MOVE_MS } from '#contract/booking/appointment-changes.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { hasOfferFor } from '#domain/waitlist/entries/entries.ts'
import { freeTime } from '#domain/waitlist/offers/free-time.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  moveAppointment,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy, findLatestEvent } from '#drizzle/queries/events.ts'
import { dropMove, hasUnsentTime } from '#drizzle/queries/notifications/notifications.ts'
import { findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import { endWaitingAt } from '#drizzle/queries/waitlist/freed-times.ts'

/** How long a request that was sent in the last moment may take, in milliseconds. */
const LATE_MS = 2_000

/** For how many milliseconds the emails about a move, and the offer of its former time, wait. */
export const HELD_MS = UNDO_MOVE_MS + LATE_MS

/** Whether a move of the appointment changes nothing that cannot be restored. */
export function isUndoable(db: Database, appointmentId: string): boolean {
  // An unsent email would be dropped, and the family would not hear of the appointment.
  return !hasUnsentTime(db, appointmentId) && !hasOfferFor(db, appointmentId)
}

interface MoveTarget {
  date: IsoDate
  slot: string
  /** Without one the appointment keeps its doctor. */
  doctor?: string | undefined
}

/** Whether moving the appointment there only undoes its last move, about which no email was sent yet. */
export function isWayBack(
  db: Database,
  row: AppointmentRow,
  { date, slot, doctor = row.doctorId ?? undefined }: MoveTarget,
  now: Date,
): boolean {
  const move = findLatestEvent(db, { kind: 'appointment.moved', subject: row.id })?.data
  if (!move || move.version !== row.version || isTooLate(move, now)) return false
  const former = formatSlot({ ...row, startMinute: move.fromMinute })
  return move.fromDate === date && former === slot && move.fromDoctorId === doctor
}

const isTooLate = ({ undoUntil = 0 }: { undoUntil?: number | undefined }, now: Date) =>
  now.getTime() >= undoUntil + LATE_MS

type UndoOutcome =
  | { outcome: 'undone'; row: AppointmentRow }
  | { outcome: 'not_found' | 'stale' | 'too_late' | 'slot_taken' }

/**
 * Moves an appointment back before anyone was told about its move: docs/requirements.md#front-desk. Repeating
 * it returns its result.
 * @param wanted `version`: of the appointment after the move
 */
export function undoMove(
  db: Transaction,
  { id, version }: { id: string; version: number },
  { actor, now }: ChangedBy,
): UndoOutcome {
  const row = findAppointment(db, id)
  if (!row) return { outcome: 'not_found' }
  const move = findLatestEvent(db, { kind: 'appointment.moved', subject: id })?.data
  if (move?.undone && move.version === version + 1 && row.version === move.version) {
    return { outcome: 'undone', row }
  }
  if (!move || move.version !== version || row.version !== version) return { outcome: 'stale' }
  if (isTooLate(move, now)) return { outcome: 'too_late' }
  const { fromDate, fromMinute, fromDoctorId } = move

  const doctor = fromDoctorId === undefined ? undefined : findDoctorById(db, fromDoctorId)
  if (fromDoctorId !== undefined && !doctor) return { outcome: 'slot_taken' }
  const { id: doctorId = null, name: doctorName = null } = doctor ?? {}
  const { treatmentId, lengthMinutes } = row
  const former = { date: fromDate, startMinute: fromMinute, lengthMinutes, doctorId }
  // No family has been asked about the former time yet.
  endWaitingAt(db, { ...former, treatmentId })
  if (moveAppointment(db, row, { ...former, doctorName }) !== 'moved') {
    freeTime(db, { ...former, treatmentId }, now)
    return { outcome: 'slot_taken' }
  }
  if (!dropMove(db, row)) throw new Error('An email about a move was sent too early.')
  const data = {
    ...{ date: fromDate, startMinute: fromMinute, version: version + 1 },
    ...{ fromDate: row.date, fromMinute: row.startMinute, undone: true as const },
    ...(doctorId !== null && { doctorId }),
    ...(row.doctorId !== null && { fromDoctorId: row.doctorId }),
  }
  appendEvent(db, { kind: 'appointment.moved', actor, subject: id, data }, now)
  return { outcome: 'undone', row: findAppointment(db, id) ?? row }
}
