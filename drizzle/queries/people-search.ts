import { type SQL, sql } from 'drizzle-orm'

/**
 * The rows of `search_people` that match, from FROM to WHERE of a statement that may go on with AND.
 * CROSS JOIN: the index first (https://sqlite.org/optoverview.html#crossjoin).
 * @param match of `matchWords`
 */
export function peopleMatching(match: string): SQL {
  return sql`search_people_index
    cross join search_people on search_people.id = search_people_index.rowid
    where search_people_index match ${match}`
}
