// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { parent } from '../../../machines/auth/auth-paths.ts'
import { clearSession, readSession, type Session, saveSession } from '../../lib/session.ts'
import { fakeServer, goOffline, tokenFor } from './testing/outside-world.ts'

const { provider } = await vi.hoisted(async () => {
  const { fakeIdentity } = await import('./testing/outside-world.ts')
  return { provider: fakeIdentity() }
})
vi.mock('../../lib/identity/index.ts', () => provider.module)

type Ports = typeof import('./actors.ts')['authActors']
let ports: Ports

// What the modules remember (the loaded provider, a renewal under way) begins anew with each test.
beforeEach(async () => {
  vi.resetModules()
  ports = (await import('./actors.ts')).authActors
})

afterEach(() => {
  provider.reset()
  clearSession()
  vi.unstubAllGlobals()
})

const restore = () => toPromise(createActor(ports.restoreSession).start())
const renew = () => toPromise(createActor(ports.renewToken).start())
const exchange = () => toPromise(createActor(ports.exchangeToken).start())
const signOut = () => toPromise(createActor(ports.signOut).start())

function keep(minutes: number) {
  const accessToken = tokenFor(minutes)
  saveSession({ accessToken, user: parent })
  return accessToken
}

describe('restoring the session of an earlier visit', () => {
  it('needs neither the server nor the provider while the token is good', async () => {
    const server = fakeServer()
    keep(30)
    await expect(restore()).resolves.toEqual(parent)
    expect(server.calls).toEqual([])
    expect(provider.module.openIdentity).not.toHaveBeenCalled()
  })

  it('finds nobody where there is no session, without loading the provider', async () => {
    fakeServer()
    await expect(restore()).resolves.toBeNull()
    expect(provider.module.openIdentity).not.toHaveBeenCalled()
  })

  it('renews a token that has run out through the provider', async () => {
    const server = fakeServer()
    const old = keep(-5)
    provider.becomes(parent.email)
    await expect(restore()).resolves.toMatchObject({ email: parent.email })
    expect(server.calls).toEqual([
      {
        method: 'PUT',
        path: '/users/parent%40example.com',
        bearer: 'Bearer proof of parent@example.com',
      },
    ])
    expect(readSession()?.accessToken).not.toBe(old)
  })

  it("ends it everywhere when the provider's session is over", async () => {
    fakeServer()
    keep(-5)
    await expect(restore()).resolves.toBeNull()
    expect(readSession()).toBeNull()
    expect(provider.identity.signOut).toHaveBeenCalled()
  })

  it('keeps it when nobody can be asked', async () => {
    goOffline()
    keep(-5)
    provider.becomes(parent.email)
    await expect(restore()).rejects.toMatchObject({ code: 'network' })
    expect(readSession()?.user).toEqual(parent)
  })
})

describe('renewing', () => {
  it('asks once, however many need it', async () => {
    const server = fakeServer()
    keep(5)
    provider.becomes(parent.email)
    const users = await Promise.all([renew(), renew(), renew()])
    expect(users.map((user) => user?.email)).toEqual(Array(3).fill(parent.email))
    expect(server.count('PUT', 'users')).toBe(1)
    expect(provider.identity.freshIdToken).toHaveBeenCalledWith({ force: true })
  })

  it.each([401, 403, 404, 409])(
    'is over when the server refuses the person (%s)',
    async (status) => {
      const server = fakeServer()
      server.answer('PUT users', () => ({ status, body: { code: 'no', message: 'No' } }))
      keep(5)
      provider.becomes(parent.email)
      await expect(renew()).resolves.toBeNull()
    },
  )

  it.each([429, 500, 503])(
    'may be tried again when the server is only busy (%s)',
    async (status) => {
      const server = fakeServer()
      server.answer('PUT users', () => ({ status, body: { code: 'busy', message: 'Busy' } }))
      keep(5)
      provider.becomes(parent.email)
      await expect(renew()).rejects.toMatchObject({ status })
      expect(readSession()).not.toBeNull()
    },
  )

  it('never turns one person into another', async () => {
    const server = fakeServer()
    keep(5)
    provider.becomes('other@example.com')
    await expect(renew()).resolves.toBeNull()
    expect(server.calls).toEqual([])
  })

  it('takes emails for the same whatever their case', async () => {
    fakeServer()
    keep(5)
    provider.becomes('Parent@Example.com')
    await expect(renew()).resolves.not.toBeNull()
  })

  it('does not bring a session back that was ended meanwhile', async () => {
    const server = fakeServer()
    server.answer('PUT users', () => {
      clearSession()
      return { body: { token: tokenFor(60), user: parent } }
    })
    keep(5)
    provider.becomes(parent.email)
    await expect(renew()).resolves.toBeNull()
    expect(readSession()).toBeNull()
  })
})

describe('the exchange after signing in', () => {
  it('keeps the session that the server gives', async () => {
    fakeServer()
    provider.becomes(parent.email)
    await expect(exchange()).resolves.toEqual(parent)
    expect(readSession()).toMatchObject({ user: parent })
  })

  it('signs out at the provider when the server refuses, so that nobody is half signed in', async () => {
    const server = fakeServer()
    const message = 'This email belongs to another account.'
    server.answer('PUT users', () => ({ status: 409, body: { code: 'email_taken', message } }))
    provider.becomes(parent.email)
    await expect(exchange()).rejects.toThrow(message)
    expect(provider.identity.signOut).toHaveBeenCalled()
    expect(readSession()).toBeNull()
  })
})

describe('signing out', () => {
  it('ends the session here first, then at the provider', async () => {
    fakeServer()
    keep(30)
    const left: (Session | null)[] = []
    provider.identity.signOut.mockImplementationOnce(async () => {
      left.push(readSession())
    })
    await signOut()
    expect(left).toEqual([null])
    // Nor does the next one at this computer find who it was.
    expect(localStorage).toHaveLength(0)
  })

  it('succeeds when the provider’s code cannot be loaded', async () => {
    keep(30)
    provider.module.openIdentity.mockRejectedValueOnce(new Error('chunk'))
    await expect(signOut()).resolves.toBeUndefined()
    expect(readSession()).toBeNull()
  })

  it('is the same on public pages, where no machine runs, before the page can be left', async () => {
    keep(30)
    const { logOut } = await import('./log-out.ts')
    const done = logOut()
    expect(readSession()).toBeNull()
    await done
    expect(provider.identity.signOut).toHaveBeenCalledTimes(1)
  })
})

it('says in plain words that the provider’s code did not load, and loads it again later', async () => {
  provider.module.openIdentity.mockRejectedValueOnce(new TypeError('Failed to fetch module'))
  const input = { email: parent.email, password: 'parent123' }
  const signIn = () => toPromise(createActor(ports.signInWithPassword, { input }).start())
  await expect(signIn()).rejects.toThrow(
    'We couldn’t load part of the login page. Check your connection and try again.',
  )
  await expect(signIn()).resolves.toEqual({ kind: 'signedIn' })
})
