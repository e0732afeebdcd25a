import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  children,
  deskFamilies,
  guardianships,
  identityChanges,
  users,
} from '#drizzle/schema/index.ts'

type IdentityChangeRow = typeof identityChanges.$inferSelect

/** The child, or the family without an account. */
type Identified = { childId: string } | { deskFamilyId: string }

type Correction = Pick<IdentityChangeRow, 'field' | 'oldValue' | 'newValue'>

/**
 * Records corrections of the identity of a child or a family without an account. Must be called before the
 * correction, because the database refuses unrecorded ones.
 */
export function recordIdentityChanges(
  db: Transaction,
  whose: Identified,
  corrections: readonly Correction[],
  made: Pick<IdentityChangeRow, 'corrected' | 'kept' | 'changedBy' | 'changedAt'>,
): void {
  for (const correction of corrections) {
    db.insert(identityChanges)
      .values({ id: uuidv7(), ...whose, ...correction, ...made })
      .run()
  }
}

/** Copies the corrections of a merged child to the remaining child. */
export function copyIdentityChanges(db: Transaction, from: string, to: string): void {
  const rows = db
    .select()
    .from(identityChanges)
    .where(eq(identityChanges.childId, from))
    .orderBy(asc(identityChanges.changedAt), asc(identityChanges.id))
    .all()
  for (const row of rows) {
    db.insert(identityChanges)
      .values({ ...row, id: uuidv7(), childId: to })
      .run()
  }
}

/** A correction with the present name of the child or family, and the child's family: its first guardian. */
export interface ListedChange {
  change: IdentityChangeRow
  name: string | null
  family: string | null
  /** The child's present birth date. */
  birthDate: string | null
  /** The name of the child's family. */
  familyName: string | null
}

/**
 * Corrections, newest first.
 * @param before id of a correction: only earlier ones
 */
export function listIdentityChanges(
  db: Database,
  { before, limit }: { before?: string | undefined; limit: number },
): ListedChange[] {
  const isBefore =
    before === undefined
      ? undefined
      : sql`(${identityChanges.changedAt}, ${identityChanges.id}) < (
          select changed_at, id from ${identityChanges} as last where last.id = ${before})`
  const firstGuardian = sql`(select uid from ${guardianships}
    where child_id = ${identityChanges.childId} order by created_at, uid limit 1)`
  const familyName = sql<string | null>`coalesce(
    (select name from ${users} as guardian where guardian.uid = ${firstGuardian}),
    (select name from ${deskFamilies} as family where family.id = ${children.deskFamilyId}))`
  return db
    .select({
      change: identityChanges,
      name: sql<string | null>`coalesce(${children.name}, ${users.name}, ${deskFamilies.name})`,
      family: sql<string | null>`coalesce(${firstGuardian}, ${children.deskFamilyId}, ${users.uid},
        ${deskFamilies.id})`,
      birthDate: children.birthDate,
      familyName,
    })
    .from(identityChanges)
    .leftJoin(children, eq(children.id, identityChanges.childId))
    .leftJoin(deskFamilies, eq(deskFamilies.id, identityChanges.deskFamilyId))
    .leftJoin(users, eq(users.uid, deskFamilies.linkedUid))
    .where(isBefore)
    .orderBy(desc(identityChanges.changedAt), desc(identityChanges.id))
    .limit(limit)
    .all()
}

/** The last change of a family's email; undefined without any. */
export function findLastEmailChange(
  db: Database,
  deskFamilyId: string,
): IdentityChangeRow | undefined {
  return db
    .select()
    .from(identityChanges)
    .where(and(eq(identityChanges.deskFamilyId, deskFamilyId), sql`field = 'email'`))
    .orderBy(desc(identityChanges.changedAt), desc(identityChanges.id))
    .limit(1)
    .get()
}
