// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuthEvent } from '../../../machines/auth/auth-machine.ts'
import { otherParent, parent } from '../../../machines/auth/auth-paths.ts'
import { clearSession, readSession, saveSession } from '../../lib/session.ts'
import { loadIdentity } from './identity.ts'
import { tokenFor } from './testing/outside-world.ts'
import { watchSession } from './watch-session.ts'

const { provider } = await vi.hoisted(async () => {
  const { fakeIdentity } = await import('./testing/outside-world.ts')
  return { provider: fakeIdentity() }
})
vi.mock('../../lib/identity/index.ts', () => provider.module)

let heard: AuthEvent[]
let stop: () => void

beforeEach(() => {
  heard = []
  stop = watchSession((event) => heard.push(event))
})

afterEach(() => {
  stop()
  provider.reset()
  clearSession()
})

/** What another tab does to the storage that all tabs share. */
function elsewhere(change: () => void) {
  change()
  heard = []
  window.dispatchEvent(new StorageEvent('storage'))
}

it('hears of a session that begins, changes hands and ends in another tab', () => {
  elsewhere(() => saveSession({ accessToken: 'one', user: parent }))
  expect(heard).toEqual([{ type: 'session.startedElsewhere', user: parent }])
  elsewhere(() => saveSession({ accessToken: 'two', user: otherParent }))
  expect(heard).toEqual([{ type: 'session.startedElsewhere', user: otherParent }])
  elsewhere(clearSession)
  expect(heard).toEqual([{ type: 'session.endedElsewhere' }])
})

it.each([
  ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
])('has the token renewed when %s after it ran out', (_, wake) => {
  saveSession({ accessToken: tokenFor(30), user: parent })
  heard = []
  wake()
  expect(heard).toEqual([])

  saveSession({ accessToken: tokenFor(-1), user: parent })
  heard = []
  wake()
  expect(heard).toEqual([{ type: 'session.expired' }])
})

it('leaves a page in the background asleep', () => {
  saveSession({ accessToken: tokenFor(-1), user: parent })
  heard = []
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual([])
  vi.restoreAllMocks()
})

it('finds out whether it is over when the provider ends its session', async () => {
  await loadIdentity()
  saveSession({ accessToken: tokenFor(30), user: parent })
  heard = []
  provider.becomes(parent.email)
  expect(heard).toEqual([])
  provider.becomes(null)
  expect(heard).toEqual([{ type: 'session.expired' }])
  expect(readSession()).not.toBeNull()
})

it('says nothing of the provider when nobody is signed in here', async () => {
  await loadIdentity()
  provider.becomes(null)
  expect(heard).toEqual([])
})

it('hears nothing any more once stopped', async () => {
  await loadIdentity()
  stop()
  saveSession({ accessToken: tokenFor(-1), user: parent })
  window.dispatchEvent(new Event('online'))
  provider.becomes(null)
  expect(heard).toEqual([])
  expect(provider.listeners.size).toBe(0)
})
