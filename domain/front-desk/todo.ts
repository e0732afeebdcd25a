import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { subDays } from 'date-fns/subDays'
import { dayAfter, fromIsoDate, type IsoDate } from '#contract/dates.ts'
import {
  type CallEntry,
  OWING_AGES,
  type OwingEntry,
  type OwingList,
  type TodoChange,
  type TodoMark,
  type TodoMarks,
} from '#contract/front-desk/todo.ts'
import { toDollars } from '#contract/money.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  toDoctor,
  toPatient,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import {
  findMark,
  listClaims,
  listOwing,
  listToCall,
  sumOwing,
  type TodoMarkRow,
  type WaitingRow,
  writeMark,
} from '#drizzle/queries/front-desk/todo.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { notifyFamily } from '#drizzle/queries/notifications/notify-family.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { findApproval } from '#drizzle/queries/schedule/absence-approvals.ts'

// What waits for the front desk: docs/requirements.md#to-do.

/** How long a visit that is not paid is listed, in days. */
const OWING_WITHIN_DAYS = 365

type Today = Pick<ClinicMoment, 'today'>

/** Who reads, and when. */
interface Reader extends Today {
  /** Uid of the member of staff. */
  viewer: string
}

/** The days of which past visits are listed as owing. */
export function owingDays({ today }: Today): { from: IsoDate; to: IsoDate } {
  return { from: dayAfter(today, -OWING_WITHIN_DAYS), to: dayAfter(today, -1) }
}

/** Past visits that are not paid, a page of them, with sums of all. */
export function readOwing(
  db: Database,
  { today, viewer }: Reader,
  page: { after?: string | undefined; limit: number },
): OwingList & { rows: AppointmentRow[] } {
  const days = owingDays({ today })
  const starts = OWING_AGES.map(({ to }) => (to === null ? days.from : dayAfter(today, -to)))
  const found = listOwing(db, { ...days, ...page })
  const ages = sumOwing(db, days, starts)
  return {
    rows: found.map(({ appointment }) => appointment),
    entries: found.map((row) => toOwing(db, row, { today, viewer })),
    total: ages.reduce((total, { count }) => total + count, 0),
    ages: ages.map(({ count, cents }) => ({ count, sum: toDollars(cents) })),
  }
}

function toOwing(
  db: Database,
  row: WaitingRow & { askedAt: Date | null },
  { today, viewer }: Reader,
): OwingEntry {
  const { date } = row.appointment
  return {
    ...toWaiting(db, row, viewer),
    days: differenceInCalendarDays(fromIsoDate(today), fromIsoDate(date)),
    askedAt: row.askedAt?.toISOString() ?? null,
  }
}

/** Families whom no email has told what the clinic has canceled or moved. */
export function readCalls(
  db: Database,
  { today, viewer }: Reader,
): { rows: AppointmentRow[]; entries: CallEntry[] } {
  const found = listToCall(db, today)
  return {
    rows: found.map(({ appointment }) => appointment),
    entries: found.map((row) => ({
      ...toWaiting(db, row, viewer),
      what: row.change.what,
      changedAt: row.change.changedAt.toISOString(),
      why: whyNotTold(row),
    })),
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
    _id: row.id,
    version: row.version,
    date: row.date,
    startMinute: row.startMinute,
    lengthMinutes: row.lengthMinutes,
    treatment: row.treatment,
    doctor: toDoctor(row),
    family: row.patientUid ?? row.deskFamilyId,
    ...toPatient(row),
    email: row.email,
    phone: row.phone,
    price: toDollars(row.priceCents),
    isReachable,
    ...toMark(db, mark ?? undefined, viewer),
  }
}

function toMark(db: Database, mark: TodoMarkRow | undefined, viewer: string): TodoMark {
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

/** Lists that only admins have. */
export const ADMIN_LISTS = ['payments', 'absences'] as const

/** A claim that is older says nothing any more: what waits may be something else. */
const CLAIM_DAYS = 7

/** Who takes care of entries of the lists that `readOwing` and `readCalls` do not read. */
export function readMarks(
  db: Database,
  { viewer, now, isAdmin }: { viewer: string; now: Date; isAdmin: boolean },
): TodoMarks {
  const lists = ['conflicts', 'settle', 'handBack', 'unreachable'] as const
  const shown = [...lists, ...(isAdmin ? ADMIN_LISTS : [])]
  return listClaims(db, shown, subDays(now, CLAIM_DAYS)).map((mark) => ({
    list: mark.list,
    subject: mark.subject,
    ...toMark(db, mark, viewer),
  }))
}

/** Whether there is what an entry of a list is about; the caller knows payments to check. */
function isKnown(db: Database, { list, id }: { list: TodoMarkRow['list']; id: string }): boolean {
  if (list === 'payments') return true
  if (list === 'absences') return findApproval(db, id) !== undefined
  if (list === 'handBack') return findRefund(db, id) !== undefined
  if (list === 'unreachable') return findFamily(db, id) !== undefined
  return findAppointment(db, id) !== undefined
}

/** Whether its entries are about something else than one appointment. */
function isOfNoAppointment(list: TodoMarkRow['list']): boolean {
  return ['handBack', 'unreachable', ...ADMIN_LISTS].includes(list)
}

interface By {
  /** Uid of the member of staff. */
  actor: string
  now: Date
}

/**
 * Says who takes care of an entry, or what came of a call. Of two desks that saw the same mark one
 * succeeds.
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
  { actor, now }: By,
): { outcome: 'marked' | 'stale'; mark: TodoMark } | { outcome: 'not_found' } {
  if (!isKnown(db, { list, id: subject })) return { outcome: 'not_found' }
  const known = findMark(db, { list, subject })
  const isSeen =
    (known?.claimedBy ?? null) === seen.claimed && (known?.outcome ?? null) === seen.outcome
  if (!isSeen) return { outcome: 'stale', mark: toMark(db, known, actor) }
  const before = known ?? {
    claimedBy: null,
    claimedAt: null,
    outcome: null,
    outcomeBy: null,
    outcomeAt: null,
  }
  const holder = claimed
    ? { claimedBy: actor, claimedAt: now }
    : { claimedBy: null, claimedAt: null }
  const answer =
    outcome === null
      ? { outcome: null, outcomeBy: null, outcomeAt: null }
      : { outcome, outcomeBy: actor, outcomeAt: now }
  const mark = {
    ...before,
    list,
    subject,
    ...(claimed !== undefined && holder),
    ...(outcome !== undefined && { ...answer, outcome: outcome ?? null }),
  }
  writeMark(db, mark)
  const data = { list, claimed: mark.claimedBy !== null }
  if (isOfNoAppointment(list)) {
    appendEvent(db, { kind: 'todo.claimed', actor, subject, data }, now)
  } else {
    const { outcome: answered } = mark
    const event = { actor, subject, data: { ...data, outcome: answered } }
    appendEvent(db, { kind: 'appointment.todo_marked', ...event }, now)
  }
  return { outcome: 'marked', mark: toMark(db, mark, actor) }
}

/** Emails a family to pay for a past visit. */
export function askForPayment(
  db: Transaction,
  id: string,
  { actor, now }: By,
  { today }: Today,
): 'asked' | 'not_found' | 'not_owing' | 'unreachable' {
  const row = findAppointment(db, id)
  if (!row) return 'not_found'
  const isOwing = row.status === 'booked' && !row.paid && row.date < today
  if (!isOwing) return 'not_owing'
  const family = findFamily(db, row.patientUid ?? row.deskFamilyId ?? '')
  if (!family?.isReachable) return 'unreachable'
  appendEvent(db, { kind: 'appointment.payment_requested', actor, subject: id }, now)
  notifyFamily(db, id, { kind: 'payment_due', data: { askedAt: now.toISOString() } }, now)
  return 'asked'
}
