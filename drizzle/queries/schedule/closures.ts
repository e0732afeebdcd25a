import { asc, eq, gte } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { closures } from '#drizzle/schema/index.ts'

/** A closure of the clinic, or an absence of its doctor. */
export type ClosureRow = typeof closures.$inferSelect

/** Closures and absences that end on `from` or later, in order. */
export function readClosures(db: Database, from: IsoDate): ClosureRow[] {
  return db
    .select()
    .from(closures)
    .where(gte(closures.toDate, from))
    .orderBy(asc(closures.fromDate), asc(closures.fromMinute), asc(closures.id))
    .all()
}

export function findClosure(db: Database, id: string): ClosureRow | undefined {
  return db.select().from(closures).where(eq(closures.id, id)).get()
}

/** Adds a closure. */
export function insertClosure(db: Transaction, closure: typeof closures.$inferInsert): void {
  db.insert(closures).values(closure).run()
}

/**
 * Deletes a closure.
 * @returns the closure; undefined when there is none
 */
export function deleteClosure(db: Transaction, id: string): ClosureRow | undefined {
  return db.delete(closures).where(eq(closures.id, id)).returning().get()
}
