import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import {
  appointments,
  childAlerts,
  children,
  deskFamilies,
  doctors,
  guardianships,
  pastVisits,
  receipts,
  secondGuardians,
  tickets,
  treatments,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import type { ReceiptPlace } from '../payments/receipts.ts'

// Pages of an export, each with the rows after an id, so that no statement takes long.

/** How many rows a page has. */
const PAGE = 200

/** Patients, and all others who have children or appointments. */
export function listExportedAccounts(db: Database, after: string) {
  const guardian = db
    .select({ found: sql`1` })
    .from(guardianships)
    .where(eq(guardianships.uid, users.uid))
  const booker = db
    .select({ found: sql`1` })
    .from(appointments)
    .where(eq(appointments.patientUid, users.uid))
  return db
    .select()
    .from(users)
    .where(
      and(gt(users.uid, after), or(eq(users.role, 'patient'), exists(guardian), exists(booker))),
    )
    .orderBy(asc(users.uid))
    .limit(PAGE)
    .all()
}

/** Families without an account. A linked one is its account's. */
export function listExportedDeskFamilies(db: Database, after: string) {
  return db
    .select()
    .from(deskFamilies)
    .where(and(gt(deskFamilies.id, after), isNull(deskFamilies.linkedUid)))
    .orderBy(asc(deskFamilies.id))
    .limit(PAGE)
    .all()
}

/** Children, each with its family without an account, and the second guardian that an import named for it. */
export function listExportedChildren(db: Database, after: string) {
  return db
    .select({ child: children, family: deskFamilies, second: secondGuardians })
    .from(children)
    .leftJoin(deskFamilies, eq(deskFamilies.id, children.deskFamilyId))
    .leftJoin(secondGuardians, eq(secondGuardians.deskFamilyId, children.deskFamilyId))
    .where(gt(children.id, after))
    .orderBy(asc(children.id))
    .limit(PAGE)
    .all()
}

/** The guardians of these children: the owners first, the oldest first. */
export function listExportedGuardians(db: Database, childIds: readonly string[]) {
  return db
    .select({ guardianship: guardianships, user: users })
    .from(guardianships)
    .innerJoin(users, eq(users.uid, guardianships.uid))
    .where(inArray(guardianships.childId, [...childIds]))
    .orderBy(
      asc(guardianships.childId),
      sql`${guardianships.isOwner} desc`,
      asc(guardianships.createdAt),
      asc(guardianships.uid),
    )
    .all()
}

export function listExportedAppointments(db: Database, after: string) {
  return db
    .select()
    .from(appointments)
    .where(gt(appointments.id, after))
    .orderBy(asc(appointments.id))
    .limit(PAGE)
    .all()
}

/** Appointments with what staff wrote of them. */
export function listExportedNotes(db: Database, after: string) {
  return db
    .select({
      id: appointments.id,
      note: appointments.staffNote,
      overrideReason: appointments.overrideReason,
    })
    .from(appointments)
    .where(
      and(
        gt(appointments.id, after),
        or(ne(appointments.staffNote, ''), isNotNull(appointments.overrideReason)),
      ),
    )
    .orderBy(asc(appointments.id))
    .limit(PAGE)
    .all()
}

export function listExportedPastVisits(db: Database, after: string) {
  return db
    .select({ visit: pastVisits, child: children, treatment: treatments.name })
    .from(pastVisits)
    .innerJoin(children, eq(children.id, pastVisits.childId))
    .innerJoin(treatments, eq(treatments.id, pastVisits.treatmentId))
    .where(gt(pastVisits.id, after))
    .orderBy(asc(pastVisits.id))
    .limit(PAGE)
    .all()
}

export function listExportedWaits(db: Database, after: string) {
  return db
    .select({
      entry: waitlistEntries,
      child: children,
      treatment: treatments.name,
      doctor: doctors.name,
    })
    .from(waitlistEntries)
    .innerJoin(treatments, eq(treatments.id, waitlistEntries.treatmentId))
    .leftJoin(children, eq(children.id, waitlistEntries.childId))
    .leftJoin(doctors, eq(doctors.id, waitlistEntries.doctorId))
    .where(gt(waitlistEntries.id, after))
    .orderBy(asc(waitlistEntries.id))
    .limit(PAGE)
    .all()
}

/** Waiting list entries that staff called urgent. */
export function listExportedUrgentReasons(db: Database, after: string) {
  return db
    .select({ id: waitlistEntries.id, urgentReason: waitlistEntries.urgentReason })
    .from(waitlistEntries)
    .where(and(gt(waitlistEntries.id, after), isNotNull(waitlistEntries.urgentReason)))
    .orderBy(asc(waitlistEntries.id))
    .limit(PAGE)
    .all()
}

export function listExportedTickets(db: Database, after: string) {
  return db
    .select({
      ticket: tickets,
      child: children,
      treatment: treatments.name,
      doctor: doctors.name,
    })
    .from(tickets)
    .innerJoin(children, eq(children.id, tickets.childId))
    .innerJoin(treatments, eq(treatments.id, tickets.treatmentId))
    .leftJoin(doctors, eq(doctors.id, tickets.doctorId))
    .where(gt(tickets.id, after))
    .orderBy(asc(tickets.id))
    .limit(PAGE)
    .all()
}

export function listExportedReceipts(db: Database, { year, number }: ReceiptPlace) {
  return db
    .select({ year: receipts.year, number: receipts.number, document: receipts.document })
    .from(receipts)
    .where(sql`(${receipts.year}, ${receipts.number}) > (${year}, ${number})`)
    .orderBy(asc(receipts.year), asc(receipts.number))
    .limit(PAGE)
    .all()
}

/** The alerts that children have now: the newest version of each, unless that removed it. */
export function listExportedAlerts(db: Database, after: string) {
  return db
    .select({ alert: childAlerts, child: children })
    .from(childAlerts)
    .innerJoin(children, eq(children.id, childAlerts.childId))
    .where(
      and(
        gt(childAlerts.id, after),
        ne(childAlerts.text, ''),
        sql`not exists (select 1 from child_alerts newer where newer.id = ${childAlerts.id} and newer.version > ${childAlerts.version})`,
      ),
    )
    .orderBy(asc(childAlerts.id))
    .limit(PAGE)
    .all()
}
