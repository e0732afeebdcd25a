import { and, eq, ne, sql } from 'drizzle-orm'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { importRefs } from '#drizzle/schema/index.ts'

export type RefKind = (typeof importRefs.$inferSelect)['kind']

/** So far, all files are of one previous system. */
const SOURCE = 'previous system'

const statements = prepareOnce((db: Database) => ({
  one: db
    .select({ ourId: importRefs.ourId })
    .from(importRefs)
    .where(
      and(
        eq(importRefs.source, SOURCE),
        eq(importRefs.kind, sql.placeholder('kind')),
        eq(importRefs.externalId, sql.placeholder('externalId')),
      ),
    ),
}))

/** The id that a number of the previous system stands for; undefined when unknown. */
export function findRef(
  db: Database,
  kind: RefKind,
  externalId: string,
): { ourId: string | null } | undefined {
  return statements(db).one.get({ kind, externalId })
}

/** Stores what a number of the previous system stands for. */
export function putRef(
  db: Transaction,
  { kind, externalId, ourId }: { kind: RefKind; externalId: string; ourId: string | null },
  createdAt: Date,
): void {
  const { source, kind: ofKind, externalId: ofNumber } = importRefs
  db.insert(importRefs)
    .values({ source: SOURCE, kind, externalId, ourId, createdAt })
    .onConflictDoUpdate({ target: [source, ofKind, ofNumber], set: { ourId } })
    .run()
}

/** Whether another household of the previous system already stands for this family. */
export function hasOtherRef(
  db: Database,
  { ourId, externalId }: { ourId: string; externalId: string },
): boolean {
  const isOther = and(
    eq(importRefs.ourId, ourId),
    eq(importRefs.kind, 'family'),
    ne(importRefs.externalId, externalId),
  )
  return hasRow(db, importRefs, isOther)
}

/** How an admin mapped these names last time. Names that were never mapped are left out. */
export function readMapped(
  db: Database,
  kind: 'treatment' | 'doctor',
): ReadonlyMap<string, string | null> {
  const rows = db
    .select({ name: importRefs.externalId, ourId: importRefs.ourId })
    .from(importRefs)
    .where(and(eq(importRefs.source, SOURCE), eq(importRefs.kind, kind)))
    .all()
  return new Map(rows.map(({ name, ourId }) => [name, ourId]))
}
