import { createActorContext } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { role, type User } from '#contract/identity/users.ts'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { useSession } from '#web/lib/use-session.ts'

export type AuthSnapshot = SnapshotFrom<typeof authMachine>

/** The running auth machine: `Auth.useSelector(…)` to read it, `Auth.useActorRef()` to send. */
export const Auth = createActorContext(authMachine)

/** The logged-in user. For screens within `RequireUser`; throws elsewhere. */
export function useUser(): User {
  const user = Auth.useSelector(({ context }) => context.user)
  const session = useSession()
  if (!user) throw new Error('useUser needs a RequireUser around it')
  // Another tab may have changed the profile.
  return session?.user.email === user.email ? session.user : user
}

/** Whether requesting the user's role failed; it can be requested again. */
export function useIsRoleUnknown(): boolean {
  return Auth.useSelector((snapshot) => snapshot.matches({ user: { role: 'unknown' } }))
}

/** The user's role; null until the server has answered. */
export function useRole(): User['role'] | null {
  return Auth.useSelector((snapshot) => {
    const known = role.options.find((each) => snapshot.matches({ user: { role: each } }))
    return known ?? null
  })
}
