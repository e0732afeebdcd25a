import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { Outlet } from 'react-router-dom'
import type { Role } from '#contract/identity/users.ts'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { Auth, useRole } from '../session/auth-context.ts'

/**
 * Shows its page to users with one of the roles. Others are logged out and, by the `RequireUser`
 * around this, redirected to the login page; so is a user whose call the server refuses.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const auth = Auth.useActorRef()
  const queries = useQueryClient()
  const role = useRole()
  const isUnknown = Auth.useSelector((snapshot) => snapshot.matches({ user: { role: 'unknown' } }))

  // A layout effect, because the page's first call may fail before other effects run.
  useLayoutEffect(() => {
    if (!role) return
    if (!roles.includes(role)) return auth.send({ type: 'page.refuse' })
    return watchErrors(queries, (error) => {
      const status = error instanceof ApiError ? error.status : 0
      // After a failed renewal, a 401 says nothing about the user's rights.
      const isRenewed = auth.getSnapshot().matches({ user: { token: 'fresh' } })
      if (status === 403 || (status === 401 && isRenewed)) auth.send({ type: 'page.refuse' })
    })
  }, [role, roles, auth, queries])

  if (role && roles.includes(role)) return <Outlet />
  if (isUnknown) {
    return (
      <ErrorState
        title="We couldn’t verify your access"
        onRetry={() => auth.send({ type: 'retry' })}
      >
        Our server didn’t respond.
      </ErrorState>
    )
  }
  return <PageSpinner label="Checking your access" />
}

/** Calls `onError` for each query and mutation that fails. Returns a function that stops it. */
function watchErrors(queries: QueryClient, onError: (error: unknown) => void): () => void {
  const listen = ({
    type,
    action,
  }: {
    type: string
    action?: { type: string; error?: unknown }
  }) => {
    if (type === 'updated' && action?.type === 'error') onError(action.error)
  }
  const caches = [queries.getQueryCache(), queries.getMutationCache()]
  const stops = caches.map((cache) => cache.subscribe(listen))
  return () => {
    for (const stop of stops) stop()
  }
}
