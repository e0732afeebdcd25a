import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import type { AgeObstacle } from '../booking/book-appointment.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import { keepAll, type ScheduleContext } from './decide.ts'
import { listMisfits, type MisfitRow } from './misfits.ts'

interface Seen {
  id: string
  /** Of the appointment, as the admin saw it. */
  version: number
}

/** What has become of an appointment that an admin decides about. */
export type MisfitOutcome =
  | { outcome: 'done' }
  | { outcome: 'unknown_appointment' }
  /** It has changed meanwhile, or fits again; `current` if it is still to be decided. */
  | { outcome: 'stale'; current: MisfitRow | undefined }

/** The appointment takes place although it does not fit. */
export function keepMisfit(db: Transaction, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') keepAll(db, [found.misfit.row], context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

/** The clinic cancels it, with a full refund. */
export function cancelMisfit(db: Transaction, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') cancelByClinic(db, found.misfit.row, context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

function findMisfit(
  db: Database,
  { id, version }: Seen,
  { moment }: ScheduleContext,
): Exclude<MisfitOutcome, { outcome: 'done' }> | { outcome: 'found'; misfit: MisfitRow } {
  const { date } = findAppointment(db, id) ?? {}
  if (!date) return { outcome: 'unknown_appointment' }
  const misfit = listMisfits(db, moment, { from: date, to: date }).find(({ row }) => row.id === id)
  if (misfit?.row.version !== version) return { outcome: 'stale', current: misfit }
  return { outcome: 'found', misfit }
}

export type MoveOutcome = MisfitOutcome | AgeObstacle | { outcome: 'not_offered' | 'taken' }

/**
 * Moves it to a free time of its treatment, if possible with the same doctor; price and payment
 * stay.
 */
export function moveMisfit(
  db: Transaction,
  { date, slot, ...seen }: Seen & { date: IsoDate; slot: string },
  context: ScheduleContext,
): MoveOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome !== 'found') return found
  const moved = moveToTime(db, found.misfit.row, { date, slot }, context)
  switch (moved.outcome) {
    case 'moved':
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
