import { subDays } from 'date-fns/subDays'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { OWING_AGES, type TodoChange } from '#contract/front-desk/todo.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import {
  type CallTimes,
  findMark,
  listClaims,
  listOwing,
  type OwingRow,
  sumOwing,
  type TodoMarkRow,
  writeMark,
} from '#drizzle/queries/front-desk/todo.ts'
import { readUsers, type UserRow } from '#drizzle/queries/identity/users.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { findApproval } from '#drizzle/queries/schedule/absence-approvals.ts'
import { findEntry } from '#drizzle/queries/waitlist/waitlist.ts'

// The lists of To do: docs/requirements.md#to-do.

/** For how many days an unpaid visit is listed. */
const OWING_WITHIN_DAYS = 365

type Today = Pick<ClinicMoment, 'today'>

/** The days whose unpaid visits are listed. */
export function owingDays({ today }: Today): { from: IsoDate; to: IsoDate } {
  return { from: dayAfter(today, -OWING_WITHIN_DAYS), to: dayAfter(today, -1) }
}

/** A cancellation is listed under To call for so many days, also when the appointment's day is over. */
const CALL_DAYS = 7

/** Which changes of the clinic are listed under To call. */
export function callTimes({ today }: Today, now: Date): CallTimes {
  return { from: today, canceledSince: subDays(now, CALL_DAYS) }
}

/** Who claimed these entries, and who called about them, by uid. */
export function readMarkers(
  db: Database,
  marks: readonly (TodoMarkRow | null | undefined)[],
): ReadonlyMap<string, UserRow> {
  return readUsers(
    db,
    marks.flatMap((mark) => [mark?.claimedBy ?? [], mark?.outcomeBy ?? []].flat()),
  )
}

/** A page of unpaid past visits, and how many there are of each age. */
export function readOwing(
  db: Database,
  { today }: Today,
  page: { after?: string | undefined; limit: number },
): { found: OwingRow[]; ages: { count: number; cents: number }[] } {
  const days = owingDays({ today })
  const starts = OWING_AGES.map(({ to }) => (to === null ? days.from : dayAfter(today, -to)))
  return { found: listOwing(db, { ...days, ...page }), ages: sumOwing(db, days, starts) }
}

/** Lists for admins only. */
const ADMIN_LISTS = ['payments', 'absences'] as const

/** After this many days a claim expires, because the entry may be about something new. */
const CLAIM_DAYS = 7

/** The claims of entries, except for owing and calls. */
export function listMarks(
  db: Database,
  { now, isAdmin }: { now: Date; isAdmin: boolean },
): TodoMarkRow[] {
  const lists = ['conflicts', 'settle', 'handBack', 'unreachable'] as const
  const shown = [...lists, ...(isAdmin ? ADMIN_LISTS : [])]
  return listClaims(db, shown, subDays(now, CLAIM_DAYS))
}

/** Whether the subject of an entry exists; for payments, the caller checks that. */
function isKnown(db: Database, { list, id }: { list: TodoMarkRow['list']; id: string }): boolean {
  if (list === 'payments') return true
  if (list === 'absences') return findApproval(db, id) !== undefined
  if (list === 'handBack') return findRefund(db, id) !== undefined
  if (list === 'unreachable') return findFamily(db, id) !== undefined
  return findAppointment(db, id) !== undefined || isAboutEntry(db, { list, id })
}

/** Whether the call is about an entry of the waiting list. */
function isAboutEntry(db: Database, { list, id }: { list: TodoMarkRow['list']; id: string }) {
  return list === 'calls' && findEntry(db, id) !== undefined
}

/** Whether the entries of a list are not about one appointment. */
function hasNoAppointment(list: TodoMarkRow['list']): boolean {
  return ['handBack', 'unreachable', ...ADMIN_LISTS].includes(list)
}

/**
 * Claims an entry, or records the result of a call. Of two desks that saw the same mark, the first succeeds.
 */
export function markTodo(
  db: Transaction,
  {
    list,
    id: subject,
    claimed,
    outcome,
    seen,
  }: TodoChange & { list: TodoMarkRow['list']; id: string },
  { actor, now }: ChangedBy,
): { outcome: 'marked' | 'stale'; mark: TodoMarkRow | undefined } | { outcome: 'not_found' } {
  if (!isKnown(db, { list, id: subject })) return { outcome: 'not_found' }
  const known = findMark(db, { list, subject })
  const isSeen =
    (known?.claimedBy ?? null) === seen.claimed && (known?.outcome ?? null) === seen.outcome
  if (!isSeen) return { outcome: 'stale', mark: known }
  const before = known ?? {
    claimedBy: null,
    claimedAt: null,
    outcome: null,
    outcomeBy: null,
    outcomeAt: null,
  }
  const mark = {
    ...before,
    list,
    subject,
    ...(claimed !== undefined && {
      claimedBy: claimed ? actor : null,
      claimedAt: claimed ? now : null,
    }),
    ...(outcome !== undefined && {
      outcome,
      outcomeBy: outcome && actor,
      outcomeAt: outcome && now,
    }),
  }
  writeMark(db, mark)
  const data = { list, claimed: mark.claimedBy !== null }
  const { outcome: answered } = mark
  if (isAboutEntry(db, { list, id: subject })) {
    const event = { actor, subject, data: { ...data, outcome: answered } }
    appendEvent(db, { kind: 'todo.claimed', ...event }, now)
  } else if (hasNoAppointment(list)) {
    appendEvent(db, { kind: 'todo.claimed', actor, subject, data }, now)
  } else {
    const event = { actor, subject, data: { ...data, outcome: answered } }
    appendEvent(db, { kind: 'appointment.todo_marked', ...event }, now)
  }
  return { outcome: 'marked', mark }
}

/** Emails a family a request to pay for a past visit. */
export function askForPayment(
  db: Transaction,
  id: string,
  { actor, now }: ChangedBy,
  { today }: Today,
): 'asked' | 'not_found' | 'not_owing' | 'unreachable' {
  const row = findAppointment(db, id)
  if (!row) return 'not_found'
  const isOwing = row.status === 'booked' && !row.paid && !row.billedElsewhere && row.date < today
  if (!isOwing) return 'not_owing'
  const family = findFamily(db, row.patientUid ?? row.deskFamilyId ?? '')
  if (!family?.isReachable) return 'unreachable'
  appendEvent(db, { kind: 'appointment.payment_requested', actor, subject: id }, now)
  notifyFamily(db, id, { kind: 'payment_due', data: { askedAt: now.toISOString() } }, now)
  return 'asked'
}
