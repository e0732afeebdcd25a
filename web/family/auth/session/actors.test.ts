// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { clearSession, readSession, type Session, saveSession } from '#web/lib/session.ts'
import { fakeServer, goOffline, tokenFor } from '../testing/outside-world.ts'

const { provider } = await vi.hoisted(async () => {
  const { fakeIdentity } = await import('../testing/outside-world.ts')
  return { provider: fakeIdentity() }
})
vi.mock('#web/lib/identity/index.ts', () => provider.module)

type Actors = typeof import('./actors.ts')['authActors']
let actors: Actors

// The modules cache the provider and a pending renewal; each test starts without them.
beforeEach(async () => {
  vi.resetModules()
  actors = (await import('./actors.ts')).authActors
})

afterEach(() => {
  provider.reset()
  clearSession()
})

const restore = () => toPromise(createActor(actors.restoreSession).start())
const renew = () => toPromise(createActor(actors.renewToken).start())
const exchange = () => toPromise(createActor(actors.exchangeToken).start())
const signOut = () => toPromise(createActor(actors.signOut).start())

/** A session of the parent with a token that is good for so many minutes. */
function keep(minutes: number, atProvider: string | null = parent.email) {
  const accessToken = tokenFor(minutes)
  saveSession({ accessToken, user: parent })
  provider.becomes(atProvider)
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

  it('is null without a session, and does not load the provider', async () => {
    fakeServer()
    await expect(restore()).resolves.toBeNull()
    expect(provider.module.openIdentity).not.toHaveBeenCalled()
  })

  it('renews an expired token through the provider', async () => {
    const server = fakeServer()
    const old = keep(-5)
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

  it("ends the session when the provider's has ended", async () => {
    fakeServer()
    keep(-5, null)
    await expect(restore()).resolves.toBeNull()
    expect(readSession()).toBeNull()
    expect(provider.identity.signOut).toHaveBeenCalled()
  })

  it('keeps the session when the server is unreachable', async () => {
    goOffline()
    keep(-5)
    await expect(restore()).rejects.toMatchObject({ code: 'network' })
    expect(readSession()?.user).toEqual(parent)
  })
})

describe('renewing', () => {
  it('shares one request among simultaneous calls', async () => {
    const server = fakeServer()
    keep(5)
    const users = await Promise.all([renew(), renew(), renew()])
    expect(users.map((user) => user?.email)).toEqual(Array(3).fill(parent.email))
    expect(server.count('PUT', 'users')).toBe(1)
    expect(provider.identity.freshIdToken).toHaveBeenCalledWith({ force: true })
  })

  it.each([401, 403, 404, 409])('is null when the server refuses the user (%s)', async (status) => {
    const server = fakeServer()
    server.answer('PUT users', () => ({ status, body: { code: 'no', message: 'No' } }))
    keep(5)
    await expect(renew()).resolves.toBeNull()
  })

  it.each([429, 500, 503])(
    'rejects and keeps the session when the server is busy (%s)',
    async (status) => {
      const server = fakeServer()
      server.answer('PUT users', () => ({ status, body: { code: 'busy', message: 'Busy' } }))
      keep(5)
      await expect(renew()).rejects.toMatchObject({ status })
      expect(readSession()).not.toBeNull()
    },
  )

  it('is null when another user is logged in at the provider', async () => {
    const server = fakeServer()
    keep(5, 'other@example.com')
    await expect(renew()).resolves.toBeNull()
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /sessions'])
  })

  it('ignores the case of emails', async () => {
    fakeServer()
    keep(5, 'Parent@Example.com')
    await expect(renew()).resolves.not.toBeNull()
  })

  it('does not restore a session that ended meanwhile', async () => {
    const server = fakeServer()
    server.answer('PUT users', () => {
      clearSession()
      return { body: { token: tokenFor(60), user: parent } }
    })
    keep(5)
    await expect(renew()).resolves.toBeNull()
    expect(readSession()).toBeNull()
  })
})

describe('the exchange after a login', () => {
  it('stores the session from the server', async () => {
    fakeServer()
    provider.becomes(parent.email)
    await expect(exchange()).resolves.toEqual(parent)
    expect(readSession()).toMatchObject({ user: parent })
  })
})

describe('logging out', () => {
  it('ends the session here first, then at the provider', async () => {
    fakeServer()
    keep(30)
    const left: (Session | null)[] = []
    provider.identity.signOut.mockImplementationOnce(async () => {
      left.push(readSession())
    })
    await signOut()
    expect(left).toEqual([null])
    // Nothing of the last user stays on this computer.
    expect(localStorage).toHaveLength(0)
  })

  it('succeeds when the provider’s code cannot be loaded', async () => {
    keep(30)
    provider.module.openIdentity.mockRejectedValueOnce(new Error('chunk'))
    await expect(signOut()).resolves.toBeUndefined()
    expect(readSession()).toBeNull()
  })

  it('ends the session at once on public pages, which run no auth machine', async () => {
    keep(30)
    const { logOut } = await import('#web/both/session/log-out.ts')
    const done = logOut()
    expect(readSession()).toBeNull()
    await done
    expect(provider.identity.signOut).toHaveBeenCalledTimes(1)
  })

  it('ends the session on the server, also when the page closes at once', async () => {
    keep(30)
    const bearer = `Bearer ${readSession()?.accessToken}`
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', fetch)
    const { logOut } = await import('#web/both/session/log-out.ts')
    await logOut()
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/sessions/current', {
      method: 'DELETE',
      headers: { authorization: bearer },
      keepalive: true,
    })
  })

  it('deletes what was typed for a booking, in every tab', async () => {
    const { logOut } = await import('#web/both/session/log-out.ts')
    const keys = ['sprout.booking-draft.parent@example.com', 'sprout.quick-appointment']
    const type = () => {
      for (const key of keys) sessionStorage.setItem(key, '{"phone":"555 0100"}')
    }
    type()
    await logOut()
    expect(sessionStorage).toHaveLength(0)

    type()
    const logout = { key: 'sprout.logout', newValue: 'now' }
    window.dispatchEvent(new StorageEvent('storage', logout))
    expect(sessionStorage).toHaveLength(0)
  })
})

it('explains that the provider’s code did not load, and loads it at the next attempt', async () => {
  provider.module.openIdentity.mockRejectedValueOnce(new TypeError('Failed to fetch module'))
  const input = { email: parent.email, password: 'parent123' }
  const signIn = () => toPromise(createActor(actors.signInWithPassword, { input }).start())
  await expect(signIn()).rejects.toThrow(
    'We couldn’t load part of the login page. Check your connection and try again.',
  )
  await expect(signIn()).resolves.toEqual({ kind: 'signedIn' })
})

describe('signing up', () => {
  const form = { name: 'Paula', email: 'paula@example.com', password: 'secret1' }
  const signUp = (input: object) =>
    toPromise(createActor(actors.signUp, { input: { ...form, ...input } }).start())

  it('sends the email that confirms the address and leads back, without waiting for it', async () => {
    provider.identity.sendEmailVerification.mockRejectedValueOnce(new Error('Too many'))
    await expect(signUp({ returnTo: '/appointment?date=2026-06-05' })).resolves.toMatchObject({
      kind: 'signedIn',
    })
    expect(provider.identity.signUp).toHaveBeenCalledExactlyOnceWith(form)
    expect(provider.identity.sendEmailVerification).toHaveBeenCalledExactlyOnceWith(
      '/appointment?date=2026-06-05',
    )
  })

  it('sends none when the provider refuses the account', async () => {
    provider.identity.signUp.mockRejectedValueOnce(new Error('In use'))
    await expect(signUp({})).rejects.toThrow('In use')
    expect(provider.identity.sendEmailVerification).not.toHaveBeenCalled()
  })
})
