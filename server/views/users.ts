import type { ListedUser, User } from '#contract/identity/users.ts'
import { hasSecondFactor } from '#domain/identity/account-policy.ts'
import type { SessionRow } from '#drizzle/queries/identity/sessions.ts'
import type { UserPage, UserRow } from '#drizzle/queries/identity/users.ts'

/** The public shape of a user. */
export function toUser({ email, name, photo, role }: UserRow): User {
  return { email, name, photo, role }
}

/** A user as an admin sees one: by the email while there is no name. */
export function toListedUser({ user, appointments: count }: UserPage['users'][number]): ListedUser {
  const joined = user.createdAt.toISOString()
  const { uid: _id, emailVerified } = user
  const shown = { ...toUser(user), name: user.name || user.email }
  const twoStep = hasSecondFactor(user.credentials)
  return { _id, ...shown, emailVerified, twoStep, joined, appointments: count }
}

/** A session as its user sees it. */
export function toSession({ id, device, startedAt, lastUsedAt, endedAt, endedBy }: SessionRow) {
  return {
    _id: id,
    device,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    ended: endedAt && endedBy ? { at: endedAt.toISOString(), reason: endedBy } : null,
  }
}
