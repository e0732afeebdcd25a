import { subYears } from 'date-fns/subYears'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { fromIsoDate, toIsoDate } from '#contract/dates.ts'
import { type FamilyChildRow, readFamilyChildren } from '#domain/guardians/read-family-children.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  latestFirst,
  listSharedAppointments,
} from '#drizzle/queries/booking/appointments.ts'
import {
  countMissed,
  type FamilyRow,
  listDeskFamiliesByEmail,
  listFamilyAppointments,
  listLinkedFamilies,
} from '#drizzle/queries/front-desk/families.ts'
import {
  type FamilyLinkRow,
  findLiveLink,
  listLinksOf,
} from '#drizzle/queries/front-desk/family-links.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import {
  findSecondGuardian,
  type SecondGuardianRow,
} from '#drizzle/queries/imports/known-people.ts'
import { lostCentsOf, readPaidItems, sumMoney } from '#drizzle/queries/payments/refunds.ts'
import { type LinkPlan, previewLink } from './family-links.ts'

/** Everything on a family's page for staff. */
export interface FamilyPage {
  family: FamilyRow
  phone: string | null
  /** Missed appointments of the last year. */
  missed: number
  children: FamilyChildRow[]
  /** The family's appointments, and those that other guardians booked for its children, latest day first. */
  appointments: PaidAppointmentRow[]
  link: LinkPlan | null
  /** The link that waits for the account's confirmation, and the name of its proposer. */
  proposed: { link: FamilyLinkRow; by: string } | null
  /** Families without an account whose appointments the account has confirmed. */
  linked: { link: FamilyLinkRow; name: string }[]
  linkable: { id: string; name: string }[]
  /** The second guardian of a file of the previous system. */
  second: SecondGuardianRow | null
}

/** An appointment with what was paid for it, and what was refunded. */
export interface PaidAppointmentRow {
  row: AppointmentRow
  paidCents: number
  refundedCents: number
}

export function readFamily(
  db: Database,
  family: FamilyRow,
  { today, now }: Pick<ClinicMoment, 'today'> & { now: Date },
): FamilyPage {
  const { account, email } = family
  const rows = listFamilyAppointments(db, family)
  const shared = account ? listSharedAppointments(db, account.uid).map(({ row }) => row) : []
  const isVerified = account?.emailVerified === true
  return {
    family,
    phone: family.phone ?? rows[0]?.phone ?? null,
    missed: countMissed(db, family, toIsoDate(subYears(fromIsoDate(today), 1))),
    children: readFamilyChildren(db, family, now),
    appointments: withMoney(db, [...rows, ...shared]),
    link: previewLink(db, family),
    proposed: readProposal(db, family),
    linked: account ? readLinked(db, account.uid) : [],
    second: readSecond(db, family),
    linkable: isVerified && email !== null ? listDeskFamiliesByEmail(db, email) : [],
  }
}

/** Reads the money of all of them with two statements. */
function withMoney(db: Database, rows: readonly AppointmentRow[]): PaidAppointmentRow[] {
  const paid = readPaidItems(
    db,
    rows.map(({ id }) => id),
  )
  return rows
    .map((row) => {
      const { items, paidCents, refundedCents } = sumMoney(paid.get(row.id) ?? [])
      return { row, paidCents, refundedCents: refundedCents + lostCentsOf(items) }
    })
    .sort((one, other) => latestFirst(one.row, other.row))
}

function readProposal(db: Database, { deskFamilyId }: FamilyRow): FamilyPage['proposed'] {
  const link = deskFamilyId === null ? undefined : findLiveLink(db, deskFamilyId)
  if (link?.state !== 'proposed') return null
  return { link, by: findUser(db, link.proposedBy)?.name ?? '' }
}

/** An account may have several families that named one. */
function readSecond(db: Database, { uid, deskFamilyId }: FamilyRow): FamilyPage['second'] {
  const ids = uid === null ? [deskFamilyId] : listLinkedFamilies(db, uid).map(({ id }) => id)
  return ids.flatMap((id) => findSecondGuardian(db, id ?? '') ?? [])[0] ?? null
}

function readLinked(db: Database, uid: string): FamilyPage['linked'] {
  const names = new Map(listLinkedFamilies(db, uid).map(({ id, name }) => [id, name]))
  return listLinksOf(db, { uid, state: 'confirmed' }).map((link) => ({
    link,
    name: names.get(link.deskFamilyId) ?? '',
  }))
}
