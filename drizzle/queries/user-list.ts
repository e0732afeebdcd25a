import { desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ListedUser } from '../../server/contract/users.ts'
import type { Database } from '../client.ts'
import { countRows } from '../count-rows.ts'
import { fold } from '../fold.ts'
import { appointments, users } from '../schema.ts'
import { toUser, type UserRow } from './users.ts'

export interface UserPage {
  /** On all pages together. */
  total: number
  users: { user: UserRow; appointments: number }[]
}

/**
 * One page of the users, newest first.
 * @param search part of a name or an email, in any case, with or without accents
 * @param page counted from 1
 */
export function listUsers(
  db: Database,
  { search, page, limit }: { search?: string; page: number; limit: number },
): UserPage {
  const isWanted = search
    ? or(contains(users.name, search), contains(users.email, search))
    : undefined
  const rows = db
    .select({
      user: users,
      appointments: db.$count(appointments, eq(appointments.patientUid, users.uid)),
    })
    .from(users)
    .where(isWanted)
    .orderBy(desc(users.createdAt), desc(users.uid))
    .limit(limit)
    .offset((page - 1) * limit)
    .all()
  return { total: countRows(db, users, isWanted), users: rows }
}

/** A user as an admin sees one. */
export function toListedUser({ user, appointments: count }: UserPage['users'][number]): ListedUser {
  const joined = user.createdAt.toISOString()
  return { _id: user.uid, ...toUser(user), joined, appointments: count }
}

function contains(column: typeof users.name | typeof users.email, text: string): SQL {
  return sql`instr(fold(${column}), ${fold(text)}) > 0`
}
