import { asc, eq, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { formerPeople, tillCounts, users } from '#drizzle/schema/index.ts'

type CountVersion = typeof tillCounts.$inferSelect

/** A count of a till, with the name of the member of staff who counted. */
export interface CountRow {
  count: CountVersion
  countedByName: string | null
}

/** Every count of a day's tills, oldest first. */
export function listTillCounts(db: Database, date: IsoDate): CountRow[] {
  return db
    .select({
      count: tillCounts,
      countedByName: sql<string | null>`coalesce(${users.name}, ${formerPeople.name})`,
    })
    .from(tillCounts)
    .leftJoin(users, eq(users.uid, tillCounts.countedBy))
    .leftJoin(formerPeople, eq(formerPeople.id, tillCounts.countedBy))
    .where(eq(tillCounts.date, date))
    .orderBy(asc(tillCounts.countedAt), asc(sql`${tillCounts}.rowid`))
    .all()
}

export function insertTillCount(db: Transaction, row: CountVersion): void {
  db.insert(tillCounts).values(row).run()
}
