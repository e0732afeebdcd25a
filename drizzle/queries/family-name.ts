import { sql } from 'drizzle-orm'
import { deskFamilies, users } from '#drizzle/schema/index.ts'

/**
 * The name of an account, or of a family without one, as staff see it. An account without a name is shown by
 * its email (docs/requirements.md#names).
 */
export const familyName = sql<
  string | null
>`coalesce(nullif(${users.name}, ''), ${users.email}, ${deskFamilies.name})`
