import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { appointments, deskFamilies, familyLinks, notifications } from '#drizzle/schema/index.ts'

export type FamilyLinkRow = typeof familyLinks.$inferSelect

/** The link with this id. */
export function findLink(db: Database, id: string): FamilyLinkRow | undefined {
  return db.select().from(familyLinks).where(eq(familyLinks.id, id)).get()
}

/** The link of a family that is proposed or confirmed; there is one at most. */
export function findLiveLink(db: Database, deskFamilyId: string): FamilyLinkRow | undefined {
  return db
    .select()
    .from(familyLinks)
    .where(and(eq(familyLinks.deskFamilyId, deskFamilyId), sql`state in ('proposed', 'confirmed')`))
    .get()
}

/** The links of an account in a state, the latest first. */
export function listLinksOf(
  db: Database,
  { uid, state }: Pick<FamilyLinkRow, 'uid' | 'state'>,
): FamilyLinkRow[] {
  return db
    .select()
    .from(familyLinks)
    .where(and(eq(familyLinks.uid, uid), eq(familyLinks.state, state)))
    .orderBy(desc(familyLinks.proposedAt), desc(familyLinks.id))
    .all()
}

/** Adds a proposal. */
export function insertLink(db: Transaction, link: typeof familyLinks.$inferInsert): void {
  db.insert(familyLinks).values(link).run()
}

/**
 * Takes a link from one state to another.
 * @returns whether it was in that state
 */
export function moveLink(
  db: Transaction,
  { id, from }: { id: string; from: FamilyLinkRow['state'] },
  to: Partial<FamilyLinkRow> & Pick<FamilyLinkRow, 'state'>,
): boolean {
  const isThere = and(eq(familyLinks.id, id), eq(familyLinks.state, from))
  return changeRow(db, familyLinks, to, isThere)
}

/**
 * Gives all appointments of a family without an account to an account. The database refuses
 * appointments that the account cannot have.
 * @returns their ids
 */
export function linkDeskFamily(
  db: Transaction,
  { id, uid }: { id: string; uid: string },
): string[] {
  // The family first: the account has its phone numbers then, and is indexed for the search once.
  db.update(deskFamilies).set({ linkedUid: uid }).where(eq(deskFamilies.id, id)).run()
  const moved = db
    .update(appointments)
    .set({ patientUid: uid, deskFamilyId: null })
    .where(eq(appointments.deskFamilyId, id))
    .returning({ id: appointments.id })
    .all()
  return moved.map((row) => row.id)
}

/**
 * Gives back what a link gave to an account: the appointments that it still has, and the emails
 * about them.
 * @returns how many appointments
 */
export function unlinkDeskFamily(
  db: Transaction,
  { deskFamilyId, uid, appointments: moved }: FamilyLinkRow,
): number {
  const isMoved = and(inArray(appointments.id, moved), eq(appointments.patientUid, uid))
  const back = db
    .update(appointments)
    .set({ patientUid: null, deskFamilyId })
    .where(isMoved)
    .returning({ id: appointments.id })
    .all()
  const ids = back.map(({ id }) => id)
  db.update(notifications)
    .set({ uid: null, deskFamilyId })
    .where(and(inArray(notifications.appointmentId, ids), eq(notifications.uid, uid)))
    .run()
  db.update(deskFamilies).set({ linkedUid: null }).where(eq(deskFamilies.id, deskFamilyId)).run()
  return ids.length
}
