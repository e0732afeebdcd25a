import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { type FullSchedule, isInSession } from '#domain/availability/schedule-fit.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  deleteSession,
  insertSession,
  readSessions,
  type SessionRow,
} from '#drizzle/queries/schedule/extra-sessions.ts'
import { type AffectedRow, listComingTimes } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import type { Canceled } from '../booking/decided-cancellations.ts'
import { openTimes } from '../waitlist/offers/free-time.ts'
import { carryOut, type Decided, isOutdated } from './decide.ts'
import { listNewConflicts } from './schedule-conflicts.ts'

/** The sessions from today on, each with its number of appointments. */
export function listSessions(
  db: Database,
  moment: ClinicMoment,
): { session: SessionRow; booked: number }[] {
  const sessions = readSessions(db).filter(({ date }) => date >= moment.today)
  if (sessions.length === 0) return []
  const coming = listComingTimes(db, moment)
  return sessions.map((session) => ({
    session,
    booked: coming.filter((time) => isInSession(time, session)).length,
  }))
}

type OpeningOutcome = 'opened' | 'past' | 'overlaps' | 'unknown_treatment'

/** Opens an extra session. Sessions of the same doctor, or of the clinic, may not overlap. */
export function openSession(
  db: Transaction,
  session: Omit<SessionRow, 'id'>,
  { actor, moment, now }: Authorship,
): OpeningOutcome {
  const { doctorId, date, fromMinute, toMinute, treatmentIds } = session
  if (date < moment.today) return 'past'
  const known = listTreatmentIds(db)
  if (!treatmentIds.every((id) => known.includes(id))) return 'unknown_treatment'
  const overlaps = readSessions(db).some(
    (other) =>
      other.doctorId === doctorId &&
      other.date === date &&
      other.fromMinute < toMinute &&
      fromMinute < other.toMinute,
  )
  if (overlaps) return 'overlaps'
  const id = uuidv7()
  insertSession(db, { ...session, id, treatmentIds: [...new Set(treatmentIds)] })
  const data = { doctorId, date, fromMinute, toMinute }
  appendEvent(db, { kind: 'session.opened', actor, subject: id, data }, now)
  openTimes(db, { doctorId, fromDate: date, toDate: date, fromMinute, toMinute }, now)
  return 'opened'
}

type SessionWithdrawalOutcome =
  | ({ outcome: 'withdrawn' } & Canceled)
  | { outcome: 'unknown_session' }
  /** No decision was made about its appointments, or they have changed since. */
  | { outcome: 'undecided' | 'outdated'; affected: AffectedRow[] }

/** Withdraws an extra session and carries out the decision about the appointments that no longer fit. */
export function withdrawSession(
  db: Transaction,
  { id, appointments, fingerprint }: { id: string } & Partial<Decided>,
  context: Authorship,
): SessionWithdrawalOutcome {
  const { actor, moment, now } = context
  const session = readSessions(db).find((each) => each.id === id)
  // Past sessions stay, because past capacity is computed from them.
  if (!session || session.date < moment.today) return { outcome: 'unknown_session' }
  const { doctorId, date, fromMinute, toMinute } = session
  const withoutIt = (schedule: FullSchedule): FullSchedule => ({
    ...schedule,
    sessions: schedule.sessions.filter((each) => each.id !== id),
  })
  const affected = listNewConflicts(db, moment, withoutIt, { from: date, to: date, doctorId })
  if (!appointments && affected.length > 0) return { outcome: 'undecided', affected }
  const decided = { appointments: appointments ?? 'list', fingerprint }
  if (isOutdated(db, affected, decided)) return { outcome: 'outdated', affected }
  deleteSession(db, id)
  const done = carryOut(db, affected, decided, context)
  const data = { doctorId, date, fromMinute, toMinute, cancelled: done.cancelled + done.toCancel }
  appendEvent(db, { kind: 'session.withdrawn', actor, subject: id, data }, now)
  return { outcome: 'withdrawn', ...done }
}
