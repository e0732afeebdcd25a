import { and, eq, ne, sql } from 'drizzle-orm'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { importRefs } from '#drizzle/schema/index.ts'

export type RefKind = (typeof importRefs.$inferSelect)['kind']

/** All files are of one other system as yet. */
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

/** What a number of the previous system means; undefined when it is not known. */
export function findRef(
  db: Database,
  kind: RefKind,
  externalId: string,
): { ourId: string | null } | undefined {
  return statements(db).one.get({ kind, externalId })
}

/** Remembers what a number of the previous system means. */
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

/** Whether another household of the previous system already means this family. */
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

/** How an admin has mapped these names the last time; names that are not known are left out. */
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
