// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuthEvent } from '#machines/auth/auth-machine.ts'
import { otherParent, parent } from '#machines/testing/auth/auth-walks.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { clearSession, readSession, saveSession } from '#web/lib/session.ts'
import { provider } from '../testing/fake-provider.ts'
import { tokenFor } from '../testing/outside-world.ts'
import { watchSession } from './watch-session.ts'

vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))

let sent: AuthEvent[]
let stop: () => void

beforeEach(() => {
  sent = []
  stop = watchSession((event) => sent.push(event))
})

afterEach(() => {
  stop()
  clearSession()
})

/** The user logs in with a token that is good for so many minutes. */
function logIn(minutes: number) {
  saveSession({ accessToken: tokenFor(minutes), user: parent })
  sent = []
}

/** Another tab changes the storage that all tabs share. */
function elsewhere(change: () => void) {
  change()
  sent = []
  window.dispatchEvent(new StorageEvent('storage'))
}

it('sends an event when a session begins, changes its user and ends in another tab', () => {
  elsewhere(() => saveSession({ accessToken: 'one', user: parent }))
  expect(sent).toEqual([{ type: 'session.startedElsewhere', user: parent }])
  elsewhere(() => saveSession({ accessToken: 'two', user: otherParent }))
  expect(sent).toEqual([{ type: 'session.startedElsewhere', user: otherParent }])
  elsewhere(clearSession)
  expect(sent).toEqual([{ type: 'session.endedElsewhere' }])
})

it.each([
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the network returns', () => window.dispatchEvent(new Event('online'))],
])('requests a renewal when %s and the token has expired', (_, wake) => {
  logIn(30)
  wake()
  expect(sent).toEqual([])
  logIn(-1)
  wake()
  expect(sent).toEqual([{ type: 'session.expired' }])
})

it('requests no renewal for a hidden page', () => {
  logIn(-1)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(sent).toEqual([])
  vi.restoreAllMocks()
})

it('requests a renewal when the provider ends its session', async () => {
  await loadIdentity()
  logIn(30)
  provider.becomes(parent.email)
  expect(sent).toEqual([])
  provider.becomes(null)
  expect(sent).toEqual([{ type: 'session.expired' }])
  expect(readSession()).not.toBeNull()
})

it('ignores the provider while no user is logged in here', async () => {
  await loadIdentity()
  provider.becomes(null)
  expect(sent).toEqual([])
})

it('sends nothing after it is stopped', async () => {
  await loadIdentity()
  stop()
  logIn(-1)
  window.dispatchEvent(new Event('online'))
  provider.becomes(null)
  expect(sent).toEqual([])
  expect(provider.listeners.size).toBe(0)
})
