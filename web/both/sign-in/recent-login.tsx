import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RECENT_LOGIN_REQUIRED } from '#contract/identity/users.ts'
import { codeOf } from '#machines/actors.ts'
import { accountOptions } from '#web/both/session/account.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { continueSession } from '#web/both/session/session-exchange.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import * as words from '#words/en/account/recent-login.ts'

/** `RecentLoginDialog`, loaded on demand because few users need it. */
export const recentLoginDialog = componentChunk(() => import('./recent-login-dialog.tsx'))

/**
 * Runs an action that the provider allows only shortly after a login. If it refuses, asks the user to log in
 * again, and runs the action once more. Rejects when the user cancels.
 */
export type RunRecent = <Result>(action: () => Promise<Result>) => Promise<Result>

/** While `pending` is not null, show it in the `recentLoginDialog`. */
export function useRecentLogin() {
  const [pending, setPending] = useState<{ done: () => void; cancel: () => void } | null>(null)

  const run: RunRecent = async (action) => {
    let code: string | null
    try {
      return await action()
    } catch (error) {
      code = codeOf(error)
      if (code !== 'auth/requires-recent-login' && code !== RECENT_LOGIN_REQUIRED) throw error
    }
    try {
      await new Promise<void>((resolve, reject) => {
        const cancel = () => reject(new Error(words.notLoggedIn))
        setPending({ done: resolve, cancel })
      })
    } finally {
      setPending(null)
    }
    // Our server reads the time of the login in its own token.
    if (code === RECENT_LOGIN_REQUIRED) await continueSession()
    return action()
  }

  return { run, pending }
}

/**
 * Like `useRecentLogin`, for screens that do not know the account. Render `dialog`.
 * @param request what the login is for: 'Please log in again before changing an account.'
 */
export function useRecentLoginDialog(request: string) {
  const { run, pending } = useRecentLogin()
  const { email } = useUser()
  const account = useQuery({ ...accountOptions(email), enabled: pending !== null })
  // Without the provider's session, the user cannot log in again here.
  const { isError } = account
  useEffect(() => {
    if (isError) pending?.cancel()
  }, [isError, pending])

  const dialog = pending && account.data && (
    <LazyComponent
      chunk={recentLoginDialog}
      props={{
        account: account.data,
        request,
        onDone: pending.done,
        onCancel: pending.cancel,
      }}
      waiting={null}
    />
  )
  return { run, dialog }
}
