import { subYears } from 'date-fns/subYears'
import { v7 as uuidv7 } from 'uuid'
import { fromIsoDate, toIsoDate } from '#contract/dates.ts'
import type { Family, FamilyAppointment, FamilyChange } from '#contract/front-desk/families.ts'
import { toDollars } from '#contract/money.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  latestFirst,
  listSharedAppointments,
  seriesOf,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  correctDeskFamily,
  countMissed,
  deleteDeskFamily,
  type FamilyRow,
  findDeskFamily,
  findFamily,
  insertDeskFamily,
  listDeskFamiliesByEmail,
  listFamilyAppointments,
} from '#drizzle/queries/front-desk/families.ts'
import { findLiveLink, listLinksOf, moveLink } from '#drizzle/queries/front-desk/family-links.ts'
import { findUser, recordFormerPerson } from '#drizzle/queries/identity/users.ts'
import { findLastEmailChange } from '#drizzle/queries/identity-changes.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { releaseHeld } from '#drizzle/queries/notifications/unreachable.ts'
import { lostCentsOf, readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { readFamilyChildren } from './family-children.ts'
import { previewLink } from './family-links.ts'

interface Desk {
  /** Uid of the member of staff. */
  actor: string
  now: Date
}

/**
 * Adds a family without an account.
 * @returns its id
 */
export function addFamily(
  db: Transaction,
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
 * Changes name, phone and email of a family without an account, also for its appointments to come,
 * and tells the old and the new address.
 * @param moment at the clinic
 */
export function changeFamily(
  db: Transaction,
  { id, email, seen, ...change }: FamilyChange & { id: string },
  { actor, now, moment }: Desk & { moment: ClinicMoment },
): FamilyChangeOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.deskFamilyId === null) return { outcome: 'has_account' }
  const known = findDeskFamily(db, id)
  const isSeen =
    known?.name === seen.name && known.phone === seen.phone && known.email === seen.email
  if (!isSeen) return { outcome: 'stale' }
  const details = { ...change, email: email || null }
  const fields = correctDeskFamily(db, known, details, { actor, now, moment })
  appendEvent(db, { kind: 'family.changed', actor, subject: id }, now)
  if (fields.includes('email')) {
    const pending = findLiveLink(db, id)
    if (pending) moveLink(db, { id: pending.id, from: 'proposed' }, { state: 'replaced' })
    releaseHeld(db, id, now)
    tellAddresses(db, id, { old: known.email, new: details.email }, now)
  }
  return { outcome: 'done' }
}

/** Emails the address that a family had, and the one that it has now. */
function tellAddresses(
  db: Transaction,
  deskFamilyId: string,
  addresses: Record<'old' | 'new', string | null>,
  now: Date,
): void {
  const changeId = findLastEmailChange(db, deskFamilyId)?.id ?? ''
  for (const to of ['old', 'new'] as const) {
    const recipient = addresses[to]
    if (recipient === null) continue
    const whose = { uid: null, deskFamilyId, recipient, dueAt: now }
    const dedupeKey = `family_email_changed:${changeId}:${to}`
    const data = { changeId, to }
    addNotification(db, { kind: 'family_email_changed', ...whose, dedupeKey, data }, now)
  }
}

/**
 * Removes a family without an account that has never had an appointment:
 * docs/requirements.md#families.
 */
export function removeFamily(
  db: Transaction,
  id: string,
  { actor, now }: Desk,
): FamilyChangeOutcome {
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
    children: readFamilyChildren(db, family, now),
    appointments: all
      .map(({ row, money }) => toFamilyAppointment(row, money, family))
      .sort(latestFirst),
    money: { paid: sumOf('paidCents'), refunded: sumOf('refundedCents') },
    link: previewLink(db, family),
    proposed: describeProposal(db, family),
    linked: account ? listLinked(db, account.uid) : [],
    linkable: sameEmail.map(({ id: _id, name }) => ({ _id, name })),
  }
}

/** The link that waits for the account's confirmation. */
function describeProposal(db: Database, { deskFamilyId }: FamilyRow): Family['proposed'] {
  const link = deskFamilyId === null ? undefined : findLiveLink(db, deskFamilyId)
  if (link?.state !== 'proposed') return null
  return { at: link.proposedAt.toISOString(), by: findUser(db, link.proposedBy)?.name ?? '' }
}

/** The families without an account whose appointments the account has confirmed. */
function listLinked(db: Database, uid: string): Family['linked'] {
  return listLinksOf(db, { uid, state: 'confirmed' }).map((link) => ({
    _id: link.id,
    name: findDeskFamily(db, link.deskFamilyId)?.name ?? '',
    at: (link.answeredAt ?? link.proposedAt).toISOString(),
    appointments: link.appointments.length,
  }))
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
  const { priceCents, paid, status, attendance, staffNote, overrideReason, squeezed } = row
  return {
    _id: id,
    version,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    ...(row.childId !== null && {
      child: {
        _id: row.childId,
        name: row.childName ?? '',
        birthDate: row.childBirthDate ?? '',
      },
    }),
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
    squeezed,
    ...seriesOf(row),
  }
}
