import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { CallEntry, OwingEntry, TodoMark } from '#contract/front-desk/todo.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type {
  CallRow,
  OwingRow,
  TodoMarkRow,
  WaitingRow,
} from '#drizzle/queries/front-desk/todo.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import { toDeskAppointment } from './appointments.ts'

interface Reader {
  /** Uid of the member of staff. */
  viewer: string
  /** Who has marked the entries, by uid. */
  markers: ReadonlyMap<string, UserRow>
  dial: Dial
}

/** A past visit that is not paid. */
export function toOwing(
  row: OwingRow,
  { today, ...reader }: Reader & { today: IsoDate },
): OwingEntry {
  const { date } = row.appointment
  return {
    ...toWaiting(row, reader),
    days: daysBetween(date, today),
    askedAt: row.askedAt?.toISOString() ?? null,
  }
}

/** A family whom no email has told what the clinic has canceled or moved. */
export function toCall(row: CallRow, reader: Reader): CallEntry {
  return {
    ...toWaiting(row, reader),
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

function toWaiting({ appointment: row, mark, isReachable }: WaitingRow, reader: Reader) {
  return {
    ...toDeskAppointment(row, reader.dial),
    isReachable,
    ...toMark(mark ?? undefined, reader),
  }
}

/** The claim of an entry, and the result of a call. */
export function toMark(
  mark: TodoMarkRow | undefined,
  { viewer, markers }: Pick<Reader, 'viewer' | 'markers'>,
): TodoMark {
  const person = (uid: string, at: Date) => ({
    _id: uid,
    name: markers.get(uid)?.name ?? '',
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
