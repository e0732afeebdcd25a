import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce } from '#drizzle/prepared-statements.ts'
import { importRefs } from '#drizzle/schema/index.ts'

type RefKind = (typeof importRefs.$inferSelect)['kind']

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
  put: db
    .insert(importRefs)
    .values({ source: SOURCE, ...placeholders('kind', 'externalId', 'ourId', 'createdAt') })
    .onConflictDoUpdate({
      target: [importRefs.source, importRefs.kind, importRefs.externalId],
      set: { ourId: sql`excluded.our_id` },
    }),
  otherFamily: db
    .select({ found: sql`1` })
    .from(importRefs)
    .where(
      and(
        eq(importRefs.ourId, sql.placeholder('ourId')),
        eq(importRefs.kind, 'family'),
        ne(importRefs.externalId, sql.placeholder('externalId')),
      ),
    )
    .limit(1),
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
  statements(db).put.run({ kind, externalId, ourId, createdAt })
}

/** Whether another household of the previous system already stands for this family. */
export function hasOtherRef(
  db: Database,
  { ourId, externalId }: { ourId: string; externalId: string },
): boolean {
  return statements(db).otherFamily.get({ ourId, externalId }) !== undefined
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
