import { act, cleanup, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromCallback } from 'xstate'
import type { User } from '#contract/identity/users.ts'
import { type AuthEvent, authMachine } from '#machines/auth/auth-machine.ts'
import { type AuthServer, authDriver } from '#machines/testing/auth/auth-driver.ts'
import { authFixture, authWalks, parent } from '#machines/testing/auth/auth-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { renewSession } from '#web/lib/api/session-renewal.ts'
import { clearSession, saveSession } from '#web/lib/session.ts'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { watchSession } from './session/watch-session.ts'
import { otherTab } from './testing/other-tab.ts'
import { renderSiteOn } from './testing/site.tsx'

const START = '/dashboard'
const MINUTE = 60_000

// The provider's code is loaded when a form is touched; its calls are held by the actors.
vi.mock('#web/lib/identity/index.ts', () => import('./testing/fake-provider.ts'))

// As in the app: screens are mounted twice in strict mode.
configure({ reactStrictMode: true })

// Before the session is cleared, so that no mounted screen reacts to that.
afterEach(cleanup)

const keepSession = (user: User) => saveSession({ accessToken: crypto.randomUUID(), user })

function open() {
  keepSession(parent)
  const actors = holdActors(
    authMachine,
    { watchSession: fromCallback<AuthEvent>(({ sendBack }) => watchSession(sendBack)) },
    // The real one clears the session first, then logs out at the provider.
    { signOut: clearSession },
  )
  const { clock, whereabouts } = renderSiteOn(actors.machine, START)
  const visit = (path: string) => act(async () => whereabouts.go(path))
  const calls = screensServer(actors, clock, { renewal: 50 * MINUTE, renewalRetry: MINUTE / 2 })

  const server: AuthServer = {
    ...calls,
    async succeed(id, output, moment) {
      // The real actors keep or clear the session before they resolve.
      if (['restoreSession', 'exchangeToken', 'renewToken'].includes(id)) {
        if (output) keepSession(output as User)
        else if (id === 'restoreSession') clearSession()
      }
      await calls.succeed(id, output, moment)
    },
    visit,
    async visitRefusedPage() {
      await visit('/dashboard/users')
      // An admin is let in; then the server refuses a call of that page.
      if (screen.queryByRole('heading', { name: 'All users' })) await act(refuseCall)
    },
    // A call to the server met a 401.
    expireToken: () => act(async () => void renewSession()),
    logInElsewhere: (user) => otherTab.signsIn(user),
    logOutElsewhere: () => otherTab.signsOut(),
    code: async () => '123456',
    seeRenewal: async (isRenewing) => expect(actors.isCalled('renewToken')).toBe(isRenewing),
  }
  return { server, pathOf: () => whereabouts.location.pathname }
}

/** A call of the page that is open is answered with 403. */
async function refuseCall() {
  const refusal = new ApiError({ status: 403, code: 'forbidden', message: 'Not yours' })
  await queryClient
    .query({ queryKey: ['refused'], queryFn: () => Promise.reject(refusal) })
    .catch(() => undefined)
}

describe('the sign-in screens', () => {
  it.each(authWalks(undefined, { each: 'definition' }))(
    'follow the machine: $name',
    async (walk) => {
      const { server, pathOf } = open()
      const page = jsdomScreen(userEvent.setup({ delay: null }), pathOf)
      await take(walk, authDriver(page, server, authFixture, START))
    },
  )
})
