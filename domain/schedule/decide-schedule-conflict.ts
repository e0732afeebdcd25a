import type { IsoDate } from '#contract/dates.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { recordClinicChange } from '#drizzle/queries/front-desk/todo.ts'
import type { AgeObstacle } from '../booking/book-appointment.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import { keepAll } from './decide.ts'
import { type ConflictRow, listScheduleConflicts } from './schedule-conflicts.ts'

interface Seen {
  id: string
  /** Of the appointment, as the admin saw it. */
  version: number
}

/** The result of an admin's decision about an appointment. */
export type ConflictOutcome =
  | { outcome: 'done' }
  | { outcome: 'unknown_appointment' }
  /** It changed meanwhile, or fits again; `current`: the conflict, if it still exists. */
  | { outcome: 'stale'; current: ConflictRow | undefined }

/** Keeps an appointment although it does not fit, or cancels it with a full refund. */
export function decideConflict(
  db: Transaction,
  seen: Seen,
  decision: 'keep' | 'cancel',
  context: Authorship,
): ConflictOutcome {
  const found = findScheduleConflict(db, seen, context)
  if (found.outcome !== 'found') return found
  const { row } = found.conflict
  if (decision === 'keep') keepAll(db, [row], context)
  else cancelByClinic(db, row, context)
  return { outcome: 'done' }
}

function findScheduleConflict(
  db: Database,
  { id, version }: Seen,
  { moment }: Authorship,
): Exclude<ConflictOutcome, { outcome: 'done' }> | { outcome: 'found'; conflict: ConflictRow } {
  const { date } = findAppointment(db, id) ?? {}
  if (!date) return { outcome: 'unknown_appointment' }
  const conflict = listScheduleConflicts(db, moment, { from: date, to: date }).find(
    ({ row }) => row.id === id,
  )
  if (conflict?.row.version !== version) return { outcome: 'stale', current: conflict }
  return { outcome: 'found', conflict }
}

type MoveOutcome = ConflictOutcome | AgeObstacle | { outcome: 'not_offered' | 'taken' }

/** Moves it to a free time of its treatment, preferably with the same doctor; price and payment stay. */
export function moveConflict(
  db: Transaction,
  { date, slot, ...seen }: Seen & { date: IsoDate; slot: string },
  context: Authorship,
): MoveOutcome {
  const found = findScheduleConflict(db, seen, context)
  if (found.outcome !== 'found') return found
  const moved = moveToTime(db, found.conflict.row, { date, slot }, context)
  switch (moved.outcome) {
    case 'moved':
      recordClinicChange(db, {
        appointmentId: seen.id,
        what: 'moved',
        date,
        changedAt: context.now,
      })
      return { outcome: 'done' }
    case 'adult':
    case 'age_limit':
      return moved
    case 'already_booked':
      return { outcome: 'taken' }
    default:
      return { outcome: 'not_offered' }
  }
}
