import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { appointments, deskFamilies, familyLinks, notifications } from '#drizzle/schema/index.ts'

export type FamilyLinkRow = typeof familyLinks.$inferSelect

/** The link with this id. */
export function findLink(db: Database, id: string): FamilyLinkRow | undefined {
  return db.select().from(familyLinks).where(eq(familyLinks.id, id)).get()
}

/** The proposed or confirmed link of a family; it has at most one. */
export function findLiveLink(db: Database, deskFamilyId: string): FamilyLinkRow | undefined {
  return db
    .select()
    .from(familyLinks)
    .where(and(eq(familyLinks.deskFamilyId, deskFamilyId), sql`state in ('proposed', 'confirmed')`))
    .get()
}

/** An account's links in a state, latest first. */
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
 * Moves a link from one state to another.
 * @returns whether it was in the former state
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
 * Moves all appointments of a family without an account to an account. The database refuses conflicts with
 * the account's appointments.
 * @returns their ids
 */
export function linkDeskFamily(
  db: Transaction,
  { id, uid }: { id: string; uid: string },
): string[] {
  // The family first, so that the account already has its phone numbers and is indexed only once.
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
 * Moves what a link gave to an account back: the appointments that it still has, and their emails.
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
