import type { IsoDate } from '#contract/dates.ts'
import type { ContactAttempt, DueCall } from '#contract/next-visits/families-to-call.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { DueCall as FoundCall } from '#domain/next-visits/due-calls.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import type { AttemptRow } from '#drizzle/queries/next-visits/due-calls.ts'
import { toChildPatient, toPhone } from '../appointments.ts'

interface Reader {
  /** Staff who have called, by uid. */
  callers: ReadonlyMap<string, UserRow>
  today: IsoDate
  dial: Dial
}

/** A family to call about a visit that it is asked to book. */
export function toDueCall(
  { due, family, attempts }: FoundCall,
  { callers, today, dial }: Reader,
): DueCall {
  const { id: _id, treatment, doctor, from, to, child, phone, language } = due
  return {
    ...{ _id, treatment, doctor, from, to },
    family: due.family,
    patients: [toChildPatient(child, { family: family?.name ?? '', date: today })],
    ...toPhone(phone, dial),
    ...(language && { language }),
    why: whyCalled(due, family),
    attempts: attempts.map((row) => toAttempt(row, callers.get(row.madeBy)?.name ?? '')),
  }
}

function whyCalled(
  { isInCustody, isReachable }: FoundCall['due'],
  family: FoundCall['family'],
): DueCall['why'] {
  if (isInCustody) return 'custody'
  if (isReachable) return 'no_answer'
  if (family?.account?.emailVerified === false) return 'unverified'
  return family?.email ? 'bounced' : 'no_email'
}

/** What came of a call. */
export function toAttempt(
  { id: _id, outcome, note, madeAt }: AttemptRow,
  by: string,
): ContactAttempt {
  return { _id, outcome, note, by, at: madeAt.toISOString() }
}
