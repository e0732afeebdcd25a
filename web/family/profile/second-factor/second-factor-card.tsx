import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { Card } from '#web/components/card.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { NoUserError } from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/families/profile/two-step.ts'
import { NoUserAlert } from '../no-user-alert.tsx'

// Its machine and forms are large, and the account that it shows takes longer to load.
const secondFactor = componentChunk(() => import('./second-factor.tsx'))

/** The phones that protect the account. */
export function SecondFactorCard() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { email } = useUser()
  // The provider's code is large, and most users come here for something else.
  const account = useQuery({ ...accountOptions(email), enabled: useIdle() })

  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {words.title}
      </h2>
      <p className="mt-2 text-muted">{words.explanation}</p>
      <div className="mt-6">
        {account.error instanceof NoUserError ? (
          <NoUserAlert onKnown={() => void account.refetch()} />
        ) : account.data ? (
          <LazyComponent
            chunk={secondFactor}
            props={{ account: account.data, onStepGone: () => heading.current?.focus() }}
            waiting={<Waiting />}
          />
        ) : account.error ? (
          <ErrorState
            title={words.didNotLoad}
            onRetry={() => void account.refetch()}
            retrying={account.isFetching}
          >
            {explain(account.error)}
          </ErrorState>
        ) : (
          <Waiting />
        )}
      </div>
    </Card>
  )
}

function Waiting() {
  return (
    <div>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div aria-hidden="true" className="skeleton h-11 w-40 rounded-full" />
    </div>
  )
}

/** Milliseconds; Safari has no `requestIdleCallback`. */
const LONGEST_WAIT = 2000
const WAIT_IN_SAFARI = 200

/** Whether the browser has been idle since the page was opened. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    const become = () => setIdle(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(become, WAIT_IN_SAFARI)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(become, { timeout: LONGEST_WAIT })
    return () => cancelIdleCallback(handle)
  }, [])

  return idle
}
