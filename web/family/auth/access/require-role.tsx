import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { Outlet } from 'react-router-dom'
import type { Role } from '#contract/identity/users.ts'
import type { PageRefusal } from '#machines/auth/auth-machine.ts'
import { Auth, useIsRoleUnknown, useRole } from '#web/both/session/auth-context.ts'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import * as words from '#words/en/account/session.ts'

/** The roles that a page is for; admins see those for staff, too. */
const ROLES: Record<PageRefusal, readonly Role[]> = {
  doctorsOnly: ['doctor'],
  staffOnly: ['staff', 'admin'],
  adminsOnly: ['admin'],
}

/**
 * Shows its page to users with one of the roles. Others are logged out and, by the `RequireUser`
 * around this, redirected to the login page; so is a user whose call the server refuses.
 */
export default function RequireRole({ page }: { page: PageRefusal }) {
  const auth = Auth.useActorRef()
  const queries = useQueryClient()
  const role = useRole()
  const isUnknown = useIsRoleUnknown()

  // A layout effect, because the page's first call may fail before other effects run.
  useLayoutEffect(() => {
    if (!role) return
    const refusal = { type: 'page.refuse', reason: page } as const
    if (!ROLES[page].includes(role)) return auth.send(refusal)
    return watchErrors(queries, (error, showsRefusal) => {
      const status = error instanceof ApiError ? error.status : 0
      // After a failed renewal, a 401 says nothing about the user's rights.
      const isRenewed = auth.getSnapshot().matches({ user: { token: 'fresh' } })
      const isRefused = status === 403 && !showsRefusal
      if (isRefused || (status === 401 && isRenewed)) auth.send(refusal)
    })
  }, [role, page, auth, queries])

  if (role && ROLES[page].includes(role)) return <Outlet />
  if (isUnknown) {
    return (
      <ErrorState title={words.accessNotVerified} onRetry={() => auth.send({ type: 'retry' })}>
        {words.noResponse}
      </ErrorState>
    )
  }
  return <PageSpinner label={words.checkingAccess} />
}

/**
 * Calls `onError` for each query and mutation that fails, and says whether its screen shows a refusal
 * itself. Returns a function that stops it.
 */
function watchErrors(
  queries: QueryClient,
  onError: (error: unknown, showsRefusal: boolean) => void,
): () => void {
  const isError = ({ type, action }: { type: string; action?: { type: string } }) =>
    type === 'updated' && action?.type === 'error'
  const stops = [
    queries.getQueryCache().subscribe((event) => {
      if (isError(event)) onError(event.query.state.error, event.query.meta?.showsRefusal === true)
    }),
    queries.getMutationCache().subscribe((event) => {
      const { mutation } = event
      if (!mutation || !isError(event)) return
      onError(mutation.state.error, mutation.meta?.showsRefusal === true)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
