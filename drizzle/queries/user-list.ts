import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ListedUser } from '../../contract/users.ts'
import type { Database } from '../client.ts'
import { countRows } from '../count-rows.ts'
import { fold } from '../normalize-search-text.ts'
import { appointments, users } from '../schema.ts'
import { toUser, type UserRow } from './users.ts'

export interface UserPage {
  /** On all pages together. */
  total: number
  users: { user: UserRow; appointments: number }[]
}

const NEWEST_FIRST = [desc(users.createdAt), desc(users.uid)]

/**
 * One page of the users, newest first.
 * @param search part of a name or an email, in any case, with or without accents
 * @param page counted from 1
 */
export function listUsers(
  db: Database,
  { search, page, limit }: { search?: string; page: number; limit: number },
): UserPage {
  const offset = (page - 1) * limit
  const found = search ? findUids(db, search) : undefined
  const rows = db
    .select({
      user: users,
      appointments: db.$count(appointments, eq(appointments.patientUid, users.uid)),
    })
    .from(users)
    .where(found && inArray(users.uid, found.slice(offset, offset + limit)))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
    .offset(found ? 0 : offset)
    .all()
  return { total: found?.length ?? countRows(db, users), users: rows }
}

/** Everybody who is searched for: each name is read once, for the page and the count together. */
function findUids(db: Database, search: string): string[] {
  const text = fold(search)
  const rows = db
    .select({ uid: users.uid })
    .from(users)
    .where(or(contains(users.name, text), contains(users.email, text)))
    .orderBy(...NEWEST_FIRST)
    .all()
  return rows.map(({ uid }) => uid)
}

/** A user as an admin sees one. */
export function toListedUser({ user, appointments: count }: UserPage['users'][number]): ListedUser {
  const joined = user.createdAt.toISOString()
  return { _id: user.uid, ...toUser(user), joined, appointments: count }
}

/** @param text folded */
function contains(column: typeof users.name | typeof users.email, text: string): SQL {
  return sql`instr(fold(${column}), ${text}) > 0`
}
