import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { insertInto, prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import { appointments, children, guardianships, users } from '#drizzle/schema/index.ts'
import {
  type AppointmentRow,
  type CorrectedBy,
  correctAppointments,
  isStillTheirs,
} from '../booking/appointments.ts'
import { recordIdentityChanges } from '../identity-changes.ts'
import { hasPaidFor } from '../payments/payer.ts'

export type ChildRow = typeof children.$inferSelect
export type GuardianshipRow = typeof guardianships.$inferSelect

/** A child with the rights of one of its guardians. */
export interface GuardedChild {
  child: ChildRow
  guardianship: GuardianshipRow
}

const selectGuarded = (db: Database) =>
  db
    .select({ child: children, guardianship: guardianships })
    .from(guardianships)
    .innerJoin(children, eq(children.id, guardianships.childId))

/** The eldest first, archived ones at the end. */
const IN_ORDER = [sql`archived_at is not null`, asc(children.birthDate), asc(children.name)]

const statements = prepareOnce((db: Database) => ({
  byId: selectBy(db, children, children.id),
  insert: insertInto(db, children),
  ofGuardian: selectGuarded(db)
    .where(eq(guardianships.uid, sql.placeholder('uid')))
    .orderBy(...IN_ORDER),
  emailed: db
    .select({ uid: users.uid, email: users.email })
    .from(guardianships)
    .innerJoin(users, eq(users.uid, guardianships.uid))
    .where(
      and(
        eq(guardianships.childId, sql.placeholder('childId')),
        eq(guardianships.receivesEmail, true),
      ),
    ),
  ofDeskFamily: db
    .select()
    .from(children)
    .where(eq(children.deskFamilyId, sql.placeholder('id')))
    .orderBy(...IN_ORDER),
  one: selectGuarded(db).where(
    and(
      eq(guardianships.uid, sql.placeholder('uid')),
      eq(guardianships.childId, sql.placeholder('id')),
    ),
  ),
}))

/**
 * The patient of the user's last booking.
 * @returns the child's id; null for the user, undefined without a booking
 */
export function findLastBooked(db: Database, uid: string): string | null | undefined {
  return db
    .select({ childId: appointments.childId })
    .from(appointments)
    .where(and(eq(appointments.patientUid, uid), isStillTheirs(uid)))
    .orderBy(desc(appointments.createdAt), desc(appointments.id))
    .limit(1)
    .get()?.childId
}

/** A guardian's children, the eldest first, archived ones at the end. */
export function listChildren(db: Database, uid: string): GuardedChild[] {
  return statements(db).ofGuardian.all({ uid })
}

/** The children of a family without an account, the eldest first, archived ones at the end. */
export function listDeskChildren(db: Database, deskFamilyId: string): ChildRow[] {
  return statements(db).ofDeskFamily.all({ id: deskFamilyId })
}

/** Adds a child to a family without an account. */
export function insertDeskChild(
  db: Transaction,
  child: typeof children.$inferInsert & { deskFamilyId: string },
): ChildRow {
  return statements(db).insert.get(child)
}

/** The child, if that user is one of its guardians. */
export function findGuardedChild(
  db: Database,
  { id, uid }: { id: string; uid: string },
): GuardedChild | undefined {
  return statements(db).one.get({ id, uid })
}

export function findChild(db: Database, id: string): ChildRow | undefined {
  return statements(db).byId.get(id)
}

/** How many children of a guardian are not archived. */
export function countChildren(db: Database, uid: string): number {
  return listChildren(db, uid).filter(({ child }) => child.archivedAt === null).length
}

type Named = { id?: string; name: string; birthDate: string }

/** Whether a row is another child with the same birth date and the same normalized name. */
export const isNamesakeOf =
  ({ id, name, birthDate }: Named) =>
  (one: ChildRow): boolean =>
    one.id !== id &&
    one.birthDate === birthDate &&
    normalizeSearchText(one.name) === normalizeSearchText(name)

/** A guardian's children with that name and birth date, archived ones last. */
export function listNamesakes(db: Database, uid: string, child: Named): ChildRow[] {
  return listChildren(db, uid)
    .map((guarded) => guarded.child)
    .filter(isNamesakeOf(child))
}

/**
 * Adds a child with its first guardian as owner.
 * @param uid the guardian's
 */
export function insertChild(
  db: Transaction,
  child: typeof children.$inferInsert,
  uid = child.createdBy,
): GuardedChild {
  const { id, createdAt } = child
  const row = statements(db).insert.get(child)
  const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
  return {
    child: row,
    guardianship: insertGuardian(db, { childId: id, uid, ...rights, createdAt }),
  }
}

/** Adds a guardian. */
export function insertGuardian(
  db: Transaction,
  guardianship: typeof guardianships.$inferInsert,
): GuardianshipRow {
  return db.insert(guardianships).values(guardianship).returning().get()
}

type GuardianKey = Pick<GuardianshipRow, 'childId' | 'uid'>

const isGuardianship = ({ childId, uid }: GuardianKey) =>
  and(eq(guardianships.childId, childId), eq(guardianships.uid, uid))

/** Changes a guardian's rights. */
export function updateGuardian(
  db: Transaction,
  key: GuardianKey,
  rights: Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>,
): GuardianshipRow {
  const { isOwner, mayBook, mayPay, receivesEmail } = rights
  return db
    .update(guardianships)
    .set({ isOwner, mayBook, mayPay, receivesEmail })
    .where(isGuardianship(key))
    .returning()
    .get()
}

/** Removes a guardian other than the last owner. */
export function deleteGuardian(db: Transaction, key: GuardianKey): void {
  db.delete(guardianships).where(isGuardianship(key)).run()
}

/** Archives or restores a child. */
export function updateChild(
  db: Transaction,
  id: string,
  change: Pick<ChildRow, 'archivedAt'>,
): ChildRow {
  return db.update(children).set(change).where(eq(children.id, id)).returning().get()
}

/**
 * Corrects a child's name and birth date, also on its upcoming appointments, and records the old ones.
 * Archives or restores it in the same step, because only an active child must differ from the other active
 * children of its guardians.
 */
export function correctChild(
  db: Transaction,
  id: string,
  change: Partial<Pick<ChildRow, 'name' | 'birthDate' | 'archivedAt'>>,
  { actor, now, moment }: CorrectedBy,
): ChildRow {
  const known = findChild(db, id)
  if (!known) throw new Error(`There is no child ${id}.`)
  const { name, birthDate, archivedAt } = { ...known, ...change }
  const corrections = (['name', 'birthDate'] as const)
    .map((field) => ({ field, oldValue: known[field], newValue: { name, birthDate }[field] }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
  if (corrections.length > 0) {
    const says = { childName: name, childBirthDate: birthDate }
    const counts = correctAppointments(db, eq(appointments.childId, id), says, moment)
    const made = { ...counts, changedBy: actor, changedAt: now }
    recordIdentityChanges(db, { childId: id }, corrections, made)
  }
  const row = { name, birthDate, archivedAt }
  return db.update(children).set(row).where(eq(children.id, id)).returning().get()
}

/** Deletes a child with its guardianships; it has no appointments. */
export function deleteChild(db: Transaction, id: string): void {
  db.delete(children).where(eq(children.id, id)).run()
}

/** Whether the child has or had an appointment. */
export function hasAppointments(db: Database, childId: string): boolean {
  return hasRow(db, appointments, eq(appointments.childId, childId))
}

/** Whether the child has a booked appointment from that day on. */
export function hasUpcomingAppointment(db: Database, childId: string, today: IsoDate): boolean {
  const isUpcoming = and(
    eq(appointments.childId, childId),
    gte(appointments.date, today),
    sql`status = 'booked' and attendance = 'expected'`,
  )
  return hasRow(db, appointments, isUpcoming)
}

/** All appointments of a child. */
export function listChildAppointments(db: Database, childId: string): AppointmentRow[] {
  return db.select().from(appointments).where(eq(appointments.childId, childId)).all()
}

/**
 * Moves the appointments of one child to another; upcoming ones get its name. The database refuses conflicts
 * with the other child's appointments.
 * @returns how many
 */
export function giveAppointments(
  db: Transaction,
  childId: string,
  to: ChildRow,
  moment: CorrectedBy['moment'],
): number {
  const { id, name: childName, birthDate: childBirthDate } = to
  const isTheirs = eq(appointments.childId, childId)
  correctAppointments(db, isTheirs, { childName, childBirthDate }, moment)
  return db.update(appointments).set({ childId: id }).where(isTheirs).run().changes
}

/** Moves appointments back to the child that had them before a link, if the other child still has them. */
export function giveBackAppointments(
  db: Transaction,
  { ids, from, to }: { ids: readonly string[]; from: string; to: ChildRow },
  moment: CorrectedBy['moment'],
): void {
  const isTheirs = sql`${inArray(appointments.id, [...ids])} and ${eq(appointments.childId, from)}`
  const { id: childId, name: childName, birthDate: childBirthDate } = to
  correctAppointments(db, isTheirs, { childName, childBirthDate }, moment)
  db.update(appointments).set({ childId }).where(isTheirs).run()
}

/** Whether the account has booked for the child, not counting these appointments. */
export function hasBookedBesides(
  db: Database,
  { childId, uid, ids }: { childId: string; uid: string; ids: readonly string[] },
): boolean {
  return db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.childId, childId), eq(appointments.patientUid, uid)))
    .all()
    .some(({ id }) => !ids.includes(id))
}

/** The guardians of a child, the first guardian first. */
export function listGuardians(db: Database, childId: string): GuardianshipRow[] {
  return db
    .select()
    .from(guardianships)
    .where(eq(guardianships.childId, childId))
    .orderBy(asc(guardianships.createdAt), asc(guardianships.uid))
    .all()
}

/** How many guardians each of these children has, by its id. */
export function countGuardians(
  db: Database,
  childIds: readonly string[],
): ReadonlyMap<string, number> {
  const { childId } = guardianships
  const rows = db
    .select({ childId, guardians: count() })
    .from(guardianships)
    .where(isAmong(childId, childIds))
    .groupBy(childId)
    .all()
  return new Map(rows.map((row) => [row.childId, row.guardians]))
}

/** A guardian with their account's name and email. */
export interface NamedGuardian {
  guardianship: GuardianshipRow
  name: string
  email: string
}

/** The guardians of these children with their accounts, the first guardian first. */
export function listNamedGuardians(db: Database, childIds: readonly string[]): NamedGuardian[] {
  return db
    .select({ guardianship: guardianships, name: users.name, email: users.email })
    .from(guardianships)
    .innerJoin(users, eq(users.uid, guardianships.uid))
    .where(isAmong(guardianships.childId, childIds))
    .orderBy(asc(guardianships.createdAt), asc(guardianships.uid))
    .all()
}

/** The guardians who receive the emails about a child. */
export function listEmailedGuardians(
  db: Database,
  childId: string,
): { uid: string; email: string }[] {
  return statements(db).emailed.all({ childId })
}

/**
 * Whether that user gets emails about an appointment: they booked it or may get the child's emails, and still
 * guard the child; or they paid for it and no longer guard it.
 */
export function getsEmails(
  db: Database,
  {
    id: appointmentId,
    childId,
    patientUid,
  }: { id: string; childId: string | null; patientUid: string | null },
  uid: string,
): boolean {
  const isBooker = patientUid === uid
  if (childId === null && isBooker) return true
  const guarded = childId === null ? undefined : findGuardedChild(db, { id: childId, uid })
  if (guarded) return isBooker || guarded.guardianship.receivesEmail
  return hasPaidFor(db, { appointmentId, uid })
}
