import type { ListedUser, User } from '#contract/identity/users.ts'
import type { UserPage, UserRow } from '#drizzle/queries/identity/users.ts'

/** The public shape of a user. */
export function toUser({ email, name, photo, role }: UserRow): User {
  return { email, name, photo, role }
}

/** A user as an admin sees one. */
export function toListedUser({ user, appointments: count }: UserPage['users'][number]): ListedUser {
  const joined = user.createdAt.toISOString()
  const { uid: _id, emailVerified } = user
  return { _id, ...toUser(user), emailVerified, joined, appointments: count }
}
