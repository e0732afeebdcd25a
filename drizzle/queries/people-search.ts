import { type SQL, sql } from 'drizzle-orm'

/**
 * Selects the matching rows of `search_people`, from FROM to WHERE; the caller may continue with AND. CROSS
 * JOIN makes SQLite search the index first (https://sqlite.org/optoverview.html#crossjoin).
 * @param match from `matchWords`
 */
export function peopleMatching(match: string): SQL {
  return sql`search_people_index
    cross join search_people on search_people.id = search_people_index.rowid
    where search_people_index match ${match}`
}
