import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { appointments } from '#drizzle/schema/index.ts'

export interface AppointmentPage {
  /** Id of the last appointment of the previous page. */
  after?: string | undefined
  limit: number
}

/**
 * The ids of a page of appointments in the order of their times; only these rows are then read completely.
 */
export function listPageIds(
  db: Database,
  condition: SQL | undefined,
  { after, limit }: AppointmentPage,
  first: 'oldest' | 'latest' = 'oldest',
): string[] {
  const { date, startMinute, id } = appointments
  const [inOrder, follows] = first === 'oldest' ? [asc, sql`>`] : [desc, sql`<`]
  const isFurther = sql`(${date}, ${startMinute}, ${id}) ${follows} (
    select last.date, last.start_minute, last.id from appointments as last where last.id = ${after})`
  return db
    .select({ id })
    .from(appointments)
    .where(and(condition, after === undefined ? undefined : isFurther))
    .orderBy(inOrder(date), inOrder(startMinute), inOrder(id))
    .limit(limit)
    .all()
    .map((row) => row.id)
}

/**
 * How many appointments meet a condition, counted in an index. Names the index, because SQLite would
 * otherwise read each appointment of the days.
 * @param condition must imply that of a partial index
 */
export function countInIndex(db: Database, index: string, condition: SQL | undefined): number {
  const { found } = db.get<{ found: number }>(sql`
    select count(*) as found from appointments indexed by ${sql.identifier(index)}
    where ${condition}`)
  return found
}
