import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { GuardianField } from '#contract/events.ts'
import type { Child } from '#contract/families/children.ts'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { appointments, children, guardianships, users } from '#drizzle/schema/index.ts'
import {
  type AppointmentRow,
  type CorrectedBy,
  isStillTheirs,
  isToCome,
} from '../booking/appointments.ts'
import { appendEvent } from '../events.ts'
import { recordIdentityChanges } from '../identity-changes.ts'
import { hasPaidFor } from '../payments/payer.ts'

export type ChildRow = typeof children.$inferSelect
export type GuardianshipRow = typeof guardianships.$inferSelect

/** A child with the rights of one of its guardians. */
export interface GuardedChild {
  child: ChildRow
  guardianship: GuardianshipRow
}

const statements = prepareOnce((db: Database) => ({
  ofGuardian: db
    .select({ child: children, guardianship: guardianships })
    .from(guardianships)
    .innerJoin(children, eq(children.id, guardianships.childId))
    .where(eq(guardianships.uid, sql.placeholder('uid')))
    .orderBy(sql`archived_at is not null`, asc(children.birthDate), asc(children.name))
    .prepare(),
  emailed: db
    .select({ uid: users.uid, email: users.email })
    .from(guardianships)
    .innerJoin(users, eq(users.uid, guardianships.uid))
    .where(
      and(
        eq(guardianships.childId, sql.placeholder('childId')),
        eq(guardianships.receivesEmail, true),
      ),
    )
    .prepare(),
  one: db
    .select({ child: children, guardianship: guardianships })
    .from(guardianships)
    .innerJoin(children, eq(children.id, guardianships.childId))
    .where(
      and(
        eq(guardianships.uid, sql.placeholder('uid')),
        eq(guardianships.childId, sql.placeholder('id')),
      ),
    )
    .prepare(),
}))

/**
 * For whom the user has booked last.
 * @returns the child's id; null for the user, undefined when they have booked nothing
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

/** The child, if that user is one of its guardians. */
export function findGuardedChild(
  db: Database,
  { id, uid }: { id: string; uid: string },
): GuardedChild | undefined {
  return statements(db).one.get({ id, uid })
}

export function findChild(db: Database, id: string): ChildRow | undefined {
  return db.select().from(children).where(eq(children.id, id)).get()
}

/** How many children of a guardian are not archived. */
export function countChildren(db: Database, uid: string): number {
  return listChildren(db, uid).filter(({ child }) => child.archivedAt === null).length
}

/**
 * Other children of that guardian with the same birth date and name, whatever its case and accents,
 * archived ones at the end.
 */
export function listNamesakes(
  db: Database,
  uid: string,
  { id, name, birthDate }: { id?: string; name: string; birthDate: string },
): ChildRow[] {
  const isSame = (one: ChildRow) =>
    one.id !== id &&
    one.birthDate === birthDate &&
    normalizeSearchText(one.name) === normalizeSearchText(name)
  return listChildren(db, uid)
    .map(({ child }) => child)
    .filter(isSame)
}

/** Adds a child and its first guardian, who owns it. */
export function insertChild(db: Transaction, child: typeof children.$inferInsert): GuardedChild {
  const { id, createdBy: uid, createdAt } = child
  const row = db.insert(children).values(child).returning().get()
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
  { isOwner, mayBook, mayPay, receivesEmail }: Rights,
): GuardianshipRow {
  const rights = { isOwner, mayBook, mayPay, receivesEmail }
  return db.update(guardianships).set(rights).where(isGuardianship(key)).returning().get()
}

/** Removes a guardian, who is not the last owner. */
export function deleteGuardian(db: Transaction, key: GuardianKey): void {
  db.delete(guardianships).where(isGuardianship(key)).run()
}

/** Archives a child or brings it back. */
export function updateChild(
  db: Transaction,
  id: string,
  change: Pick<ChildRow, 'archivedAt'>,
): ChildRow {
  return db.update(children).set(change).where(eq(children.id, id)).returning().get()
}

/**
 * Corrects a child's name and birth date, records the old ones, and says the new ones on its
 * appointments to come.
 */
export function correctChild(
  db: Transaction,
  id: string,
  details: Partial<Pick<ChildRow, 'name' | 'birthDate'>>,
  { actor, now, moment }: CorrectedBy,
): ChildRow {
  const known = db.select().from(children).where(eq(children.id, id)).get()
  if (!known) throw new Error(`There is no child ${id}.`)
  const { name, birthDate } = { ...known, ...details }
  const corrections = (['name', 'birthDate'] as const)
    .map((field) => ({ field, oldValue: known[field], newValue: { name, birthDate }[field] }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue)
  if (corrections.length === 0) return known
  const all = countRows(db, appointments, eq(appointments.childId, id))
  const { changes: corrected } = db
    .update(appointments)
    .set({ childName: name, childBirthDate: birthDate })
    .where(and(eq(appointments.childId, id), isToCome(moment)))
    .run()
  const made = { corrected, kept: all - corrected, changedBy: actor, changedAt: now }
  recordIdentityChanges(db, { childId: id }, corrections, made)
  return db.update(children).set({ name, birthDate }).where(eq(children.id, id)).returning().get()
}

/** Deletes a child with its guardianships; it has no appointments. */
export function deleteChild(db: Transaction, id: string): void {
  db.delete(children).where(eq(children.id, id)).run()
}

/** Whether the child has an appointment, or had one. */
export function hasAppointments(db: Database, childId: string): boolean {
  const isOfChild = eq(appointments.childId, childId)
  return (
    db.select({ id: appointments.id }).from(appointments).where(isOfChild).limit(1).get() !==
    undefined
  )
}

/** Whether the child has a booked appointment from that day on. */
export function hasAppointmentToCome(db: Database, childId: string, today: IsoDate): boolean {
  const isToCome = and(
    eq(appointments.childId, childId),
    gte(appointments.date, today),
    sql`status = 'booked' and attendance = 'expected'`,
  )
  return (
    db.select({ id: appointments.id }).from(appointments).where(isToCome).limit(1).get() !==
    undefined
  )
}

/** All appointments of a child. */
export function listChildAppointments(db: Database, childId: string): AppointmentRow[] {
  return db.select().from(appointments).where(eq(appointments.childId, childId)).all()
}

/**
 * Makes the appointments of one child those of another, whose name those to come say. the database
 * refuses appointments that the other child cannot have.
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
  db.update(appointments)
    .set({ childName, childBirthDate })
    .where(and(isTheirs, isToCome(moment)))
    .run()
  return db.update(appointments).set({ childId: id }).where(isTheirs).run().changes
}

/** The guardians of a child, the one who was first at the beginning. */
export function listGuardians(db: Database, childId: string): GuardianshipRow[] {
  return db
    .select()
    .from(guardianships)
    .where(eq(guardianships.childId, childId))
    .orderBy(asc(guardianships.createdAt), asc(guardianships.uid))
    .all()
}

/** The guardians who get the emails about a child. */
export function listEmailedGuardians(
  db: Database,
  childId: string,
): { uid: string; email: string }[] {
  return statements(db).emailed.all({ childId })
}

/**
 * Whether emails about an appointment are for that user: who booked it, or a guardian with the right
 * to them, for a child as long as they guard it; or who has paid for it and guards it no more.
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

/**
 * Prepares the removal of an account: of the children it owns alone, the guardian who has been
 * there longest becomes the owner; those without other guardians are deleted, or archived with the
 * appointments they had. Each child gets its events.
 */
export function leaveChildren(
  db: Transaction,
  uid: string,
  { actor, now }: { actor: string; now: Date },
): void {
  for (const { child, guardianship } of listChildren(db, uid)) {
    const about = { actor, subject: child.id }
    const others = listGuardians(db, child.id).filter((other) => other.uid !== uid)
    const [heir] = others
    if (!heir) {
      const deleted = !hasAppointments(db, child.id)
      if (deleted) deleteChild(db, child.id)
      else updateChild(db, child.id, { archivedAt: child.archivedAt ?? now })
      appendEvent(db, { kind: 'child.archived', ...about, data: { deleted } }, now)
      continue
    }
    if (guardianship.isOwner && !others.some(({ isOwner }) => isOwner)) {
      const rights = { ...heir, isOwner: true, mayBook: true, mayPay: true }
      updateGuardian(db, heir, rights)
      const data = { uid: heir.uid, fields: changedRights(heir, rights) }
      appendEvent(db, { kind: 'guardian.updated', ...about, data }, now)
    }
    deleteGuardian(db, { childId: child.id, uid })
    appendEvent(db, { kind: 'guardian.revoked', ...about, data: { uid } }, now)
  }
  db.delete(guardianships).where(eq(guardianships.uid, uid)).run()
}

type Rights = Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>

/** Which of a guardian's rights a change would change. */
export function changedRights(row: Rights, wanted: Rights): GuardianField[] {
  const fields: GuardianField[] = []
  if (row.isOwner !== wanted.isOwner) fields.push('owner')
  if (row.mayBook !== wanted.mayBook) fields.push('mayBook')
  if (row.mayPay !== wanted.mayPay) fields.push('mayPay')
  if (row.receivesEmail !== wanted.receivesEmail) fields.push('receivesEmail')
  return fields
}

/** Which of a guardian's rights a change would end. */
export function lostRights(row: Rights, wanted: Rights): GuardianField[] {
  const kept: Rights = {
    isOwner: row.isOwner && wanted.isOwner,
    mayBook: row.mayBook && wanted.mayBook,
    mayPay: row.mayPay && wanted.mayPay,
    receivesEmail: row.receivesEmail && wanted.receivesEmail,
  }
  return changedRights(row, kept)
}

/** The child as that guardian sees it. */
export function toChild({ child, guardianship }: GuardedChild): Child {
  const { isOwner, mayBook, mayPay, receivesEmail } = guardianship
  return {
    _id: child.id,
    name: child.name,
    birthDate: child.birthDate,
    archived: child.archivedAt !== null,
    isOwner,
    mayBook,
    mayPay,
    receivesEmail,
  }
}
