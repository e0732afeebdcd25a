import { subYears } from 'date-fns/subYears'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { fromIsoDate, toIsoDate } from '#contract/dates.ts'
import type {
  Family,
  FamilyAppointment,
  LinkPreview,
  ListedFamily,
} from '#contract/families/families.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import { toDollars } from '#contract/money.ts'
import { type LinkPlan, type listProposals, previewLink } from '#domain/front-desk/family-links.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  latestFirst,
  listSharedAppointments,
} from '#drizzle/queries/booking/appointments.ts'
import {
  countMissed,
  type FamilyRow,
  type FoundFamily,
  findDeskFamily,
  listDeskFamiliesByEmail,
  listFamilyAppointments,
} from '#drizzle/queries/front-desk/families.ts'
import { findLiveLink, listLinksOf } from '#drizzle/queries/front-desk/family-links.ts'
import type { ChildRow } from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { lostCentsOf, readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { seriesOf } from './appointments.ts'
import { toFamilyChildren } from './guardians.ts'
import { toNamed } from './with-id.ts'

/**
 * A family with its appointments, and those that other guardians have booked for its children, as
 * staff see it.
 */
export function toFamily(
  db: Database,
  family: FamilyRow,
  { today, minute }: ClinicMoment,
  now: Date,
): Family {
  const rows = listFamilyAppointments(db, family)
  const [latest] = rows
  const { email, account } = family
  const shared = account ? listSharedAppointments(db, account.uid).map(({ row }) => row) : []
  const all = [...rows, ...shared].map((row) => ({ row, money: readMoney(db, row) }))
  const sumOf = (key: keyof Money) => toDollars(all.reduce((sum, { money }) => sum + money[key], 0))
  const link = previewLink(db, family)
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
    children: toFamilyChildren(db, family, now),
    appointments: all
      .map(({ row, money }) => toFamilyAppointment(row, money, family))
      .sort(latestFirst),
    money: { paid: sumOf('paidCents'), refunded: sumOf('refundedCents') },
    link: link && toLinkPreview(link),
    proposed: describeProposal(db, family),
    linked: account ? listLinked(db, account.uid) : [],
    linkable: sameEmail.map(toNamed),
  }
}

/** The child whom the appointment is for; null when it is for the account holder. */
export function toChildOf({
  childId,
  childName,
  childBirthDate,
}: Pick<AppointmentRow, 'childId' | 'childName' | 'childBirthDate'>) {
  if (childId === null) return null
  return { _id: childId, name: childName ?? '', birthDate: childBirthDate ?? '' }
}

/** A family that a search has found. */
export function toFoundFamily({ id: _id, children, ...family }: FoundFamily): ListedFamily {
  return { _id, ...family, children: children.map(toKnown) }
}

/** The effect of a link, as staff see it. */
export function toLinkPreview({
  account: { uid, name, email },
  moving,
  conflicts,
  children,
  accountChildren,
}: LinkPlan): LinkPreview {
  return {
    account: { _id: uid, name, email },
    moving: moving.map(toLinked),
    conflicts: conflicts.map(toLinked),
    children: children.map(({ child, same }) => ({ ...toKnown(child), same })),
    accountChildren: accountChildren.map(toKnown),
  }
}

function toLinked({ id: _id, date, startMinute, treatment }: AppointmentRow) {
  return { _id, date, startMinute, treatment }
}

function toKnown({ id: _id, name, birthDate }: Pick<ChildRow, 'id' | 'name' | 'birthDate'>) {
  return { _id, name, birthDate }
}

/** A link that the account may confirm. */
export function toProposedLink({
  link,
  familyName,
  appointments,
}: ReturnType<typeof listProposals>[number]): ProposedLink {
  return {
    _id: link.id,
    familyName,
    appointments: appointments.map(({ date, startMinute }) => ({ date, startMinute })),
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

/** The payment for an appointment, and the part of it that went back. */
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
  const child = toChildOf(row)
  const { priceCents, paid, status, attendance, staffNote, overrideReason, squeezed } = row
  return {
    _id: id,
    version,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    ...(child && { child }),
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
