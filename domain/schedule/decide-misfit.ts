import type { Database } from '../../drizzle/client.ts'
import { findAppointment } from '../../drizzle/queries/misfits.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
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

/** The appointment takes place although it does not fit. Call it in a write transaction. */
export function keepMisfit(db: Database, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') keepAll(db, [found.misfit.row], context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

/** The clinic cancels it, with a full refund. Call it in a write transaction. */
export function cancelMisfit(db: Database, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') cancelByClinic(db, found.misfit.row, context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

export function findMisfit(
  db: Database,
  { id, version }: Seen,
  { moment }: ScheduleContext,
): Exclude<MisfitOutcome, { outcome: 'done' }> | { outcome: 'found'; misfit: MisfitRow } {
  if (!findAppointment(db, id)) return { outcome: 'unknown_appointment' }
  const misfit = listMisfits(db, moment).find(({ row }) => row.id === id)
  if (misfit?.row.version !== version) return { outcome: 'stale', current: misfit }
  return { outcome: 'found', misfit }
}
