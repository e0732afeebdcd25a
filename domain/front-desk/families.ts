import { subYears } from 'date-fns/subYears'
import { v7 as uuidv7 } from 'uuid'
import { fromIsoDate, toIsoDate } from '#contract/dates.ts'
import type {
  Family,
  FamilyAppointment,
  FamilyChange,
  LinkPreview,
  LinkRefusal,
} from '#contract/front-desk/families.ts'
import { toDollars } from '#contract/money.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  latestFirst,
  listSharedAppointments,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { listChildren } from '#drizzle/queries/families/children.ts'
import {
  countMissed,
  deleteDeskFamily,
  type FamilyRow,
  findFamily,
  insertDeskFamily,
  linkDeskFamily,
  listDeskFamiliesByEmail,
  listFamilyAppointments,
  updateDeskFamily,
} from '#drizzle/queries/front-desk/families.ts'
import {
  findUserByEmail,
  recordFormerPerson,
  type UserRow,
} from '#drizzle/queries/identity/users.ts'
import { giveNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { releaseHeld } from '#drizzle/queries/notifications/unreachable.ts'
import { lostCentsOf, readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { findConflicts } from '../booking/find-conflicts.ts'
import { toFamilyChild } from '../families/guardians.ts'

interface Desk {
  /** Uid of the member of staff. */
  actor: string
  now: Date
}

/**
 * Adds a family without an account. Call it in a write transaction.
 * @returns its id
 */
export function addFamily(
  db: Database,
  { name, phone, email }: { name: string; phone: string; email?: string | undefined },
  { actor, now }: Desk,
): string {
  const id = uuidv7()
  insertDeskFamily(db, { id, name, phone, email: email || null, createdBy: actor, createdAt: now })
  appendEvent(db, { kind: 'family.added', actor, subject: id }, now)
  return id
}

export type FamilyChangeOutcome =
  | { outcome: 'done' | 'not_found' }
  /** Its details are the account's. */
  | { outcome: 'has_account' }
  /** It was changed since it was shown. */
  | { outcome: 'stale' }
  | { outcome: 'has_appointments' }

/**
 * Changes name, phone and email of a family without an account, also for its appointments to come.
 * Call it in a write transaction.
 * @param today on the clinic's calendar
 */
export function changeFamily(
  db: Database,
  { id, email, ...change }: FamilyChange & { id: string },
  { actor, now, today }: Desk & { today: string },
): FamilyChangeOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.deskFamilyId === null) return { outcome: 'has_account' }
  const details = { ...change, email: email || null }
  if (!updateDeskFamily(db, { id, from: today, ...details })) return { outcome: 'stale' }
  appendEvent(db, { kind: 'family.changed', actor, subject: id }, now)
  if (details.email !== change.seen.email) releaseHeld(db, id, now)
  return { outcome: 'done' }
}

/**
 * Removes a family without an account that has never had an appointment: docs/requirements.md#families.
 * Call it in a write transaction.
 */
export function removeFamily(db: Database, id: string, { actor, now }: Desk): FamilyChangeOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.deskFamilyId === null) return { outcome: 'has_account' }
  if (!deleteDeskFamily(db, id)) return { outcome: 'has_appointments' }
  recordFormerPerson(db, { id, name: family.name, removedAt: now })
  appendEvent(db, { kind: 'family.removed', actor, subject: id }, now)
  return { outcome: 'done' }
}

/**
 * A family with its appointments, and those that other guardians have booked for its children, as
 * staff see it; undefined when there is none with this id.
 */
export function readFamily(
  db: Database,
  id: string,
  { today, minute }: ClinicMoment,
  now: Date,
): Family | undefined {
  const family = findFamily(db, id)
  if (!family) return undefined
  const rows = listFamilyAppointments(db, family)
  const [latest] = rows
  const { email, account } = family
  const shared = account ? listSharedAppointments(db, account.uid).map(({ row }) => row) : []
  const all = [...rows, ...shared].map((row) => ({ row, money: readMoney(db, row) }))
  const sumOf = (key: keyof Money) => toDollars(all.reduce((sum, { money }) => sum + money[key], 0))
  const sameEmail =
    account?.emailVerified && email !== null ? listDeskFamiliesByEmail(db, email) : []
  return {
    _id: family.id,
    hasAccount: account !== undefined,
    name: family.name,
    email,
    phone: family.phone ?? latest?.phone ?? null,
    isReachable: family.isReachable,
    missed: countMissed(db, family, toIsoDate(subYears(fromIsoDate(today), 1))),
    today,
    minute,
    children: account
      ? listChildren(db, account.uid).map((each) => toFamilyChild(db, each, now))
      : [],
    appointments: all
      .map(({ row, money }) => toFamilyAppointment(row, money, family))
      .sort(latestFirst),
    money: { paid: sumOf('paidCents'), refunded: sumOf('refundedCents') },
    link: previewLink(db, family),
    linkable: sameEmail.map(({ id: _id, name }) => ({ _id, name })),
  }
}

/** What was paid for an appointment, and what of it went back. */
interface Money {
  paidCents: number
  refundedCents: number
}

function readMoney(db: Database, { id }: AppointmentRow): Money {
  const { items, paidCents, refundedCents } = readMoneyOf(db, id)
  return { paidCents, refundedCents: refundedCents + lostCentsOf(items) }
}

/** An appointment as staff see it on the page of that family, who or whose child it is for. */
function toFamilyAppointment(
  row: AppointmentRow,
  { refundedCents }: Money,
  { uid }: Pick<FamilyRow, 'uid'>,
): FamilyAppointment {
  const { id, version, date, startMinute, lengthMinutes, treatment, doctorName } = row
  const { priceCents, paid, status, attendance, staffNote, overrideReason } = row
  return {
    _id: id,
    version,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    ...(row.childName !== null && { child: row.childName }),
    ...(uid !== null &&
      row.patientUid !== uid && { bookedBy: { _id: row.patientUid, name: row.patientName } }),
    doctor: doctorName,
    price: toDollars(priceCents),
    paid,
    refunded: toDollars(refundedCents),
    status,
    attendance,
    note: staffNote,
    overrideReason,
  }
}

/** What linking the family to the account with its verified email would do; null without one. */
function previewLink(db: Database, family: FamilyRow): LinkPreview | null {
  const account = findAccountOf(db, family)
  if (!account) return null
  const { uid: _id, name, email } = account
  const theirs = listFamilyAppointments(db, family)
  const own = listFamilyAppointments(db, { uid: account.uid, deskFamilyId: null })
  // The account's children are patients of their own.
  const samePatient = own.filter(({ childId }) => childId === null)
  const conflicts = findConflicts(theirs, samePatient)
  return {
    account: { _id, name, email },
    moving: theirs.map(toLinked),
    conflicts: conflicts.map(toLinked),
  }
}

function findAccountOf(db: Database, { deskFamilyId, email }: FamilyRow): UserRow | undefined {
  if (deskFamilyId === null || email === null) return undefined
  const account = findUserByEmail(db, email)
  return account?.emailVerified ? account : undefined
}

function toLinked({ id: _id, date, startMinute, treatment }: AppointmentRow) {
  return { _id, date, startMinute, treatment }
}

export type LinkOutcome =
  | { outcome: 'linked'; uid: string }
  | { outcome: 'not_found' }
  | { outcome: LinkRefusal['code']; preview: LinkPreview | null }

/**
 * Gives a family's appointments to the account with its verified email: docs/requirements.md#linking.
 * Nothing happens when something else would move than staff have seen. Call it in a write transaction.
 */
export function linkFamily(
  db: Database,
  { id, account, appointments }: { id: string; account: string; appointments: readonly string[] },
  { actor, now }: Desk,
): LinkOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  // Linked already, perhaps by this request's first attempt.
  if (family.uid === account && family.id !== id) return { outcome: 'linked', uid: account }
  const preview = previewLink(db, family)
  if (!preview) return { outcome: 'no_account', preview }
  const moving = preview.moving.map(({ _id }) => _id).sort()
  const isSeen = moving.join() === appointments.toSorted().join()
  if (preview.account._id !== account || !isSeen) return { outcome: 'outdated', preview }
  if (preview.conflicts.length > 0) return { outcome: 'conflict', preview }

  const moved = linkDeskFamily(db, { id, uid: account })
  giveNotifications(db, { deskFamilyId: id, uid: account })
  const data = { uid: account, appointments: moved }
  appendEvent(db, { kind: 'family.linked', actor, subject: id, data }, now)
  return { outcome: 'linked', uid: account }
}
