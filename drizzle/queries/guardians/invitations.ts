import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import {
  children,
  guardianInvitations,
  guardianships,
  invitedChildren,
} from '#drizzle/schema/index.ts'
import type { ChildRow } from './children.ts'

export type InvitationRow = typeof guardianInvitations.$inferSelect

// A literal, as in the partial index.
const isPending = sql`accepted_at is null and revoked_at is null`

const isOwnedByInviter = and(
  eq(guardianships.childId, invitedChildren.childId),
  eq(guardianships.uid, guardianInvitations.invitedBy),
  eq(guardianships.isOwner, true),
)

const statements = prepareOnce((db: Database) => ({
  one: selectBy(db, guardianInvitations, guardianInvitations.id),
  joinable: db
    .select({ child: children })
    .from(guardianInvitations)
    .innerJoin(invitedChildren, eq(invitedChildren.invitationId, guardianInvitations.id))
    .innerJoin(children, eq(children.id, invitedChildren.childId))
    .innerJoin(guardianships, isOwnedByInviter)
    .where(and(eq(guardianInvitations.id, sql.placeholder('id')), isNull(children.archivedAt)))
    .orderBy(asc(children.birthDate), asc(children.name)),
  pendingOfChildren: db
    .select({ childId: invitedChildren.childId, invitation: guardianInvitations })
    .from(guardianInvitations)
    .innerJoin(invitedChildren, eq(invitedChildren.invitationId, guardianInvitations.id))
    .innerJoin(guardianships, isOwnedByInviter)
    .where(and(isAmong(invitedChildren.childId, sql.placeholder('childIds')), isPending))
    .orderBy(asc(guardianInvitations.createdAt), asc(guardianInvitations.id)),
}))

/** The invitation with this id. */
export function findInvitation(db: Database, id: string): InvitationRow | undefined {
  return statements(db).one.get(id)
}

/** The invitation to that address that was neither accepted nor revoked; it may have expired. */
export function findPendingInvitation(
  db: Database,
  { invitedBy, email }: Pick<InvitationRow, 'invitedBy' | 'email'>,
): InvitationRow | undefined {
  return db
    .select()
    .from(guardianInvitations)
    .where(
      and(
        eq(guardianInvitations.invitedBy, invitedBy),
        eq(guardianInvitations.email, email),
        isPending,
      ),
    )
    .get()
}

/** Ids of all children of an invitation. */
export function listInvitedIds(db: Database, id: string): string[] {
  const isOfInvitation = eq(invitedChildren.invitationId, id)
  return db
    .select({ childId: invitedChildren.childId })
    .from(invitedChildren)
    .where(isOfInvitation)
    .all()
    .map(({ childId }) => childId)
}

/** The active children that the inviter still owns, the eldest first. */
export function listJoinable(db: Database, id: string): ChildRow[] {
  return statements(db)
    .joinable.all({ id })
    .map(({ child }) => child)
}

/** The invitations among these with a child in `listJoinable`. */
export function findJoinable(db: Database, ids: readonly string[]): ReadonlySet<string> {
  const rows = db
    .selectDistinct({ id: guardianInvitations.id })
    .from(guardianInvitations)
    .innerJoin(invitedChildren, eq(invitedChildren.invitationId, guardianInvitations.id))
    .innerJoin(children, eq(children.id, invitedChildren.childId))
    .innerJoin(guardianships, isOwnedByInviter)
    .where(and(isAmong(guardianInvitations.id, ids), isNull(children.archivedAt)))
    .all()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Invitations for these children, oldest first, that were neither accepted nor revoked; they may have
 * expired. Without invitations by guardians who no longer own the child.
 */
export function listPendingInvitations(
  db: Database,
  childIds: readonly string[],
): { childId: string; invitation: InvitationRow }[] {
  return statements(db).pendingOfChildren.all({ childIds: JSON.stringify(childIds) })
}

/** How many invitations of a user are open, or were sent since an instant. */
export function countInvitations(
  db: Database,
  invitedBy: string,
  { now, since }: { now: Date; since: Date },
): number {
  const { expiresAt, createdAt } = guardianInvitations
  return countRows(
    db,
    guardianInvitations,
    and(
      eq(guardianInvitations.invitedBy, invitedBy),
      or(and(isPending, gt(expiresAt, now)), gt(createdAt, since)),
    ),
  )
}

/** Adds an invitation. */
export function insertInvitation(
  db: Transaction,
  invitation: typeof guardianInvitations.$inferInsert,
  childIds: readonly string[],
): InvitationRow {
  const row = db.insert(guardianInvitations).values(invitation).returning().get()
  const named = childIds.map((childId) => ({ invitationId: row.id, childId }))
  db.insert(invitedChildren).values(named).run()
  return row
}

/** Ends an invitation that is neither accepted nor revoked. */
export function closeInvitation(
  db: Transaction,
  id: string,
  end: Partial<Pick<InvitationRow, 'acceptedAt' | 'revokedAt'>>,
): void {
  db.update(guardianInvitations)
    .set(end)
    .where(and(eq(guardianInvitations.id, id), isPending))
    .run()
}

/**
 * Deletes invitations that need the account: its own, and accepted or revoked ones to its address.
 * @returns their ids
 */
export function deleteInvitationsOf(
  db: Transaction,
  { uid, email }: { uid: string; email: string },
): string[] {
  const { invitedBy, email: invited, id } = guardianInvitations
  return db
    .delete(guardianInvitations)
    .where(or(eq(invitedBy, uid), and(eq(invited, email), sql`not (${isPending})`)))
    .returning({ id })
    .all()
    .map((row) => row.id)
}
