import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { matchAny, matchWords, searchWords } from '#drizzle/normalize-search-text.ts'
import { insertInto, prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  children,
  deskFamilies,
  guardianships,
  pastVisits,
  secondGuardians,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'

// Queries for the families and children that an import compares its rows with.

type PastVisitRow = typeof pastVisits.$inferSelect
export type SecondGuardianRow = typeof secondGuardians.$inferSelect

/** A family that the row of a file may describe. */
export interface KnownFamily {
  /** A uid, or the id of a family without an account that is not linked. */
  id: string
  hasAccount: boolean
  name: string
  email: string | null
  phone: string | null
}

interface FoundFamily extends Omit<KnownFamily, 'hasAccount'> {
  uid: string | null
}

const statements = prepareOnce((db: Database) => ({
  second: db
    .select()
    .from(secondGuardians)
    .where(eq(secondGuardians.deskFamilyId, sql.placeholder('id'))),
  owner: db
    .select({ uid: guardianships.uid })
    .from(guardianships)
    .where(and(eq(guardianships.childId, sql.placeholder('id')), eq(guardianships.isOwner, true)))
    .orderBy(guardianships.createdAt)
    .limit(1),
  insertVisit: db
    .insert(pastVisits)
    .values({
      id: sql.placeholder('id'),
      childId: sql.placeholder('childId'),
      date: sql.placeholder('date'),
      treatmentId: sql.placeholder('treatmentId'),
      importId: sql.placeholder('importId'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing(),
  insertSecond: insertInto(db, secondGuardians),
  deskByEmail: db
    .select({
      id: deskFamilies.id,
      uid: sql<null>`null`,
      name: deskFamilies.name,
      email: deskFamilies.email,
      phone: deskFamilies.phone,
    })
    .from(deskFamilies)
    .where(and(eq(deskFamilies.email, sql.placeholder('email')), isNull(deskFamilies.linkedUid))),
  accountByEmail: db
    .select({
      id: users.uid,
      uid: users.uid,
      name: users.name,
      email: users.email,
      phone: users.phone,
    })
    .from(users)
    .where(eq(users.email, sql.placeholder('email'))),
  matching: db.$client.prepare<[match: string], FoundFamily>(
    `with found as materialized (
       select person from search_people_index
       cross join search_people on search_people.id = search_people_index.rowid
       where search_people_index match ? and kind in ('user', 'family') limit 50)
     select person as id, users.uid,
       coalesce(users.name, desk_families.name) as name,
       coalesce(users.email, desk_families.email) as email,
       coalesce(users.phone, desk_families.phone) as phone
     from found
     left join users on users.uid = person
     left join desk_families on desk_families.id = person`,
  ),
}))

const toKnown = ({ uid, ...row }: FoundFamily): KnownFamily => ({
  ...row,
  hasAccount: uid !== null,
})

/**
 * Families that may have this phone number: their digits contain one of these.
 * @param digits as in `phoneDigits`
 */
export function listFamiliesByPhone(db: Database, digits: readonly string[]): KnownFamily[] {
  const match = matchAny(digits, 'phones')
  return match === undefined ? [] : statements(db).matching.all(match).map(toKnown)
}

/** Families with this email. */
export function listFamiliesByEmail(db: Database, email: string): KnownFamily[] {
  const { deskByEmail, accountByEmail } = statements(db)
  return [...deskByEmail.all({ email }), ...accountByEmail.all({ email })].map(toKnown)
}

/** Families that may have a child with this name and birth date; without a date, with this name. */
export function listFamiliesOfChild(
  db: Database,
  { name, birthDate }: { name: string; birthDate: string | null },
): KnownFamily[] {
  const words = [...searchWords(name), ...(birthDate === null ? [] : [birthDate])]
  const match = matchWords(words)
  return match === undefined ? [] : statements(db).matching.all(match).map(toKnown)
}

/** Uid of the account that owns a child; undefined for a child of a family without an account. */
export function findOwnerOf(db: Database, childId: string): string | undefined {
  return statements(db).owner.get({ id: childId })?.uid
}

export function findSecondGuardian(
  db: Database,
  deskFamilyId: string,
): SecondGuardianRow | undefined {
  return statements(db).second.get({ id: deskFamilyId })
}

export function insertSecondGuardian(db: Transaction, row: SecondGuardianRow): void {
  statements(db).insertSecond.get(row)
}

export function deleteSecondGuardian(db: Transaction, deskFamilyId: string): void {
  db.delete(secondGuardians).where(eq(secondGuardians.deskFamilyId, deskFamilyId)).run()
}

/** @returns whether it is new: a child has one past visit for a treatment on a day */
export function insertPastVisit(db: Transaction, visit: PastVisitRow): boolean {
  return statements(db).insertVisit.run(visit).changes === 1
}

export function deletePastVisit(db: Transaction, id: string): void {
  db.delete(pastVisits).where(eq(pastVisits.id, id)).run()
}

/**
 * Deletes an appointment that was not changed since its import.
 * @returns whether it was deleted
 */
export function deleteUntouchedAppointment(db: Transaction, id: string): boolean {
  const isUntouched = and(
    eq(appointments.id, id),
    eq(appointments.billedElsewhere, true),
    sql`${appointments.version} = 0 and ${appointments.status} = 'booked'`,
    sql`${appointments.attendance} = 'expected' and ${appointments.noteVersion} = 0`,
    sql`not exists (select 1 from notifications where appointment_id = ${appointments.id})`,
    sql`not exists (select 1 from payment_items where appointment_id = ${appointments.id})`,
    sql`not exists (select 1 from payment_request_items where appointment_id = ${appointments.id})`,
    sql`not exists (select 1 from waitlist_entries where appointment_id = ${appointments.id})`,
    sql`not exists (select 1 from family_links, json_each(family_links.appointments)
      where uid = ${appointments.patientUid} and state = 'confirmed' and value = ${appointments.id})`,
  )
  return db.delete(appointments).where(isUntouched).run().changes === 1
}

/**
 * Deletes an entry of the waiting list that was not offered a time since its import.
 * @returns whether it was deleted
 */
export function deleteUntouchedEntry(db: Transaction, id: string): boolean {
  const isUntouched = and(
    eq(waitlistEntries.id, id),
    sql`${waitlistEntries.state} <> 'ended' and ${waitlistEntries.closureId} is null`,
    sql`not exists (select 1 from offers where entry_id = ${waitlistEntries.id})`,
  )
  return db.delete(waitlistEntries).where(isUntouched).run().changes === 1
}

/**
 * Deletes a child of a family without an account that was not changed since its import.
 * @returns whether it was deleted
 */
export function deleteUntouchedChild(db: Transaction, id: string): boolean {
  const isUntouched = and(
    eq(children.id, id),
    isNull(children.archivedAt),
    sql`not exists (select 1 from guardianships where child_id = ${children.id})`,
    sql`not exists (select 1 from appointments where child_id = ${children.id})`,
    sql`not exists (select 1 from past_visits where child_id = ${children.id})`,
    sql`not exists (select 1 from child_alerts where child_id = ${children.id})`,
    sql`not exists (select 1 from identity_changes where child_id = ${children.id})`,
    sql`not exists (select 1 from waitlist_entries where child_id = ${children.id})`,
    sql`not exists (select 1 from tickets where child_id = ${children.id})`,
    sql`not exists (select 1 from guardian_invitation_children where child_id = ${children.id})`,
    // Its birth date is what the family claims its records with.
    sql`not exists (select 1 from claims where desk_family_id = ${children.deskFamilyId})`,
  )
  return db.delete(children).where(isUntouched).run().changes === 1
}

/**
 * Deletes a family without an account that was not changed since its import, and has no children.
 * @returns whether it was deleted
 */
export function deleteUntouchedFamily(db: Transaction, id: string): boolean {
  const isUntouched = and(
    eq(deskFamilies.id, id),
    isNull(deskFamilies.linkedUid),
    sql`not exists (select 1 from children where desk_family_id = ${deskFamilies.id})`,
    sql`not exists (select 1 from appointments where desk_family_id = ${deskFamilies.id})`,
    sql`not exists (select 1 from family_links where desk_family_id = ${deskFamilies.id})`,
    sql`not exists (select 1 from identity_changes where desk_family_id = ${deskFamilies.id})`,
    sql`not exists (select 1 from claims where desk_family_id = ${deskFamilies.id})`,
    sql`not exists (select 1 from waitlist_entries where desk_family_id = ${deskFamilies.id})`,
  )
  return db.delete(deskFamilies).where(isUntouched).run().changes === 1
}
