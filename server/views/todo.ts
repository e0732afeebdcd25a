import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { CallEntry, OwingEntry, TodoMark } from '#contract/front-desk/todo.ts'
import type { Database } from '#drizzle/client.ts'
import type {
  CallRow,
  OwingRow,
  TodoMarkRow,
  WaitingRow,
} from '#drizzle/queries/front-desk/todo.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { toDeskAppointment } from './appointments.ts'

/** The reader, and the time. */
interface Reader {
  today: IsoDate
  /** Uid of the member of staff. */
  viewer: string
}

/** A past visit that is not paid. */
export function toOwing(db: Database, row: OwingRow, { today, viewer }: Reader): OwingEntry {
  const { date } = row.appointment
  return {
    ...toWaiting(db, row, viewer),
    days: daysBetween(date, today),
    askedAt: row.askedAt?.toISOString() ?? null,
  }
}

/** A family whom no email has told what the clinic has canceled or moved. */
export function toCall(db: Database, row: CallRow, viewer: string): CallEntry {
  return {
    ...toWaiting(db, row, viewer),
    what: row.change.what,
    changedAt: row.change.changedAt.toISOString(),
    why: whyNotTold(row),
  }
}

function whyNotTold({ appointment, isReachable, isUnverified }: WaitingRow): CallEntry['why'] {
  if (isReachable) return 'failed'
  if (isUnverified) return 'unverified'
  return appointment.email === '' ? 'no_email' : 'bounced'
}

function toWaiting(
  db: Database,
  { appointment: row, mark, isReachable }: WaitingRow,
  viewer: string,
) {
  return {
    ...toDeskAppointment(row),
    isReachable,
    ...toMark(db, mark ?? undefined, viewer),
  }
}

/** The claim of an entry, and the result of a call. */
export function toMark(db: Database, mark: TodoMarkRow | undefined, viewer: string): TodoMark {
  const person = (uid: string, at: Date) => ({
    _id: uid,
    name: findUser(db, uid)?.name ?? '',
    at: at.toISOString(),
  })
  const { claimedBy, claimedAt, outcome, outcomeBy, outcomeAt } = mark ?? {}
  return {
    claimed:
      claimedBy && claimedAt
        ? { ...person(claimedBy, claimedAt), isYou: claimedBy === viewer }
        : null,
    outcome:
      outcome && outcomeBy && outcomeAt ? { ...person(outcomeBy, outcomeAt), outcome } : null,
  }
}
