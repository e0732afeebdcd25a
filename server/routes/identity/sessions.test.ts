import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PREVIOUS_TOKEN, sessionList } from '#contract/identity/users.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { events } from '#drizzle/schema/index.ts'
import {
  buildTestApp,
  exchange,
  type Session,
  sessionOf,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
} from '#server/testing/test-app.ts'

const ANNA = 'anna@example.com'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const list = async (by: Pick<Session, 'get'>) =>
  sessionList.parse((await by.get('/sessions')).json())

const status = async (by: Session) => (await by.get('/sessions')).statusCode

/** Exchanges an ID token again, as a browser does before its token expires. */
async function renew({ app, identity }: TestApp, previous: string, more = {}) {
  const headers = { [PREVIOUS_TOKEN]: previous, ...more }
  const response = await exchange({ app }, ANNA, identity.tokenFor({ email: ANNA }), { headers })
  return sessionOf(app, { uid: '', email: ANNA, token: response.json().token })
}

describe('the list of sessions', () => {
  test('names the device, marks the current session, and keeps it through renewals', async () => {
    const api = await buildTestApp()
    const other = await signIn(api, ANNA)
    const first = await renew(api, '', { 'user-agent': FIREFOX })
    const renewed = await renew(api, first.token)
    const rows = await list(renewed)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox on Windows',
      ended: null,
    })
    expect((await list(other)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  })

  test('does not continue another user’s session', async () => {
    const api = await buildTestApp()
    const boris = await signIn(api, 'boris@example.com')
    await renew(api, boris.token)
    expect(await list(boris)).toHaveLength(1)
  })
})

describe('sessions end within one request', () => {
  test('by logging out everywhere, at the provider as well', async () => {
    const api = await buildTestApp()
    const [one, two] = [await signIn(api, ANNA), await signIn(api, ANNA)]
    const idToken = api.identity.tokenFor({ email: ANNA, authTime: new Date(0) })
    const response = await one.delete('/sessions')
    expect(response.json()).toEqual({ deletedCount: 2 })
    expect([await status(one), await status(two)]).toEqual([401, 401])
    // An earlier sign-in at the provider opens no session.
    const again = await exchange(api, ANNA, idToken)
    expect(again.statusCode).toBe(401)
    const rows = await list(await signIn(api, ANNA))
    expect(rows.map(({ ended }) => ended?.reason ?? null)).toEqual([
      null,
      'logged_out_everywhere',
      'logged_out_everywhere',
    ])
  })

  test('but not while the provider is unreachable: its sessions would continue', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, ANNA)
    api.identity.unavailable = true
    const { statusCode } = await anna.delete('/sessions')
    expect([statusCode, await status(anna)]).toEqual([503, 200])
  })

  test('by a change of role', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, ANNA)
    grantAdmin(api.db, { email: ANNA, actor: null, now: api.now() })
    expect(await status(anna)).toBe(401)
    expect((await anna.get('/sessions')).json()).toEqual({
      code: 'ended',
      message: 'Your role has changed. Please log in again.',
    })
    const [current, before] = await list(await signIn(api, ANNA))
    expect([current?.ended, before?.ended?.reason]).toEqual([null, 'role_changed'])
  })

  test.each([
    ['disabled', { disabled: true }, 'account_disabled'],
    ['deleted', null, 'account_deleted'],
    ['reset', { validFrom: new Date('2040-01-01') }, 'password_reset'],
  ])('by an account that is %s at the provider', async (_name, change, reason) => {
    const api = await buildTestApp({ env: { ACCOUNT_CHECK_SECONDS: '3600' } })
    const anna = await signIn(api, ANNA)
    const verified = await api.identity.verify(api.identity.tokenFor({ email: ANNA }))
    api.identity.records.set(anna.uid, change && { ...verified, ...change })
    expect(await status(anna)).toBe(200)
    await expect.poll(() => status(anna)).toBe(401)
    const ended = api.db.select().from(events).all().at(-1)
    expect(ended).toMatchObject({ kind: 'user.sessions_ended', data: { reason, sessions: 1 } })
  })

  test.each([
    ['an admin', signInAdmin],
    ['staff', signInStaff],
  ])(
    'before the answer to %s with a disabled account, asked about but once',
    async (_who, logIn) => {
      const api = await buildTestApp({ env: { ACCOUNT_CHECK_SECONDS: '3600' } })
      const session = await logIn(api)
      const asked = vi.spyOn(api.identity, 'findAccounts')
      const verified = await api.identity.verify(api.identity.tokenFor({ email: session.email }))
      api.identity.records.set(session.uid, { ...verified, disabled: true })
      expect(await Promise.all([status(session), status(session)])).toEqual([401, 401])
      expect(asked).toHaveBeenCalledOnce()
    },
  )

  test('but continue while the provider is unreachable', async () => {
    const api = await buildTestApp({ env: { ACCOUNT_CHECK_SECONDS: '3600' } })
    const anna = await signIn(api, ANNA)
    const asked = vi.spyOn(api.identity, 'findAccounts')
    api.identity.unavailable = true
    await status(anna)
    await expect.poll(() => asked).toHaveBeenCalledOnce()
    await expect(asked.mock.results[0]?.value).rejects.toThrow()
    expect(await status(anna)).toBe(200)
  })
})

const logOut = async ({ app, token }: { app: TestApp['app']; token: string }) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method: 'DELETE', url: '/sessions/current', headers })).json()
}

describe('one session ends', () => {
  test('by a logout, and the others continue', async () => {
    const api = await buildTestApp()
    const [one, two] = [await signIn(api, ANNA), await signIn(api, ANNA)]
    expect(await logOut({ ...api, ...one })).toEqual({ deletedCount: 1 })
    expect([await status(one), await status(two)]).toEqual([401, 200])
    const ends = (await list(two)).map(({ isCurrent, ended }) => [isCurrent, ended?.reason])
    expect(ends).toContainEqual([false, 'logged_out'])
    expect(ends).toContainEqual([true, undefined])
    expect(api.db.select().from(events).all().at(-1)).toMatchObject({
      kind: 'user.session_ended',
      subject: one.uid,
      data: { reason: 'logged_out' },
    })
  })

  test('and say why to a token that has expired meanwhile, too', async () => {
    const api = await buildTestApp()
    const [one, two] = [await signIn(api, ANNA), await signIn(api, ANNA)]
    const id = (await list(one)).find(({ isCurrent }) => isCurrent)?._id
    await two.delete(`/sessions/${id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const answers = [await one.get('/sessions'), await two.get('/sessions')]
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [401, 'You logged out of this device on another one. Please log in again.'],
      [401, 'Your session has ended. Please log in again.'],
    ])
  })

  test('by a logout with a token that has expired', async () => {
    const api = await buildTestApp()
    const [one, two] = [await signIn(api, ANNA), await signIn(api, ANNA)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await status(one)).toBe(401)
    expect(await logOut({ ...api, ...one })).toEqual({ deletedCount: 1 })
    vi.useRealTimers()
    expect([await status(one), await status(two)]).toEqual([401, 200])
  })

  test.each(['', 'not.a.token'])('but not by a logout with the token "%s"', async (token) => {
    const api = await buildTestApp()
    const anna = await signIn(api, ANNA)
    expect(await logOut({ ...api, token })).toEqual({ deletedCount: 0 })
    expect(await status(anna)).toBe(200)
  })

  test('by its user from another device, once', async () => {
    const api = await buildTestApp()
    const [one, two] = [await signIn(api, ANNA), await signIn(api, ANNA)]
    const id = (await list(one)).find(({ isCurrent }) => isCurrent)?._id
    const responses = [await two.delete(`/sessions/${id}`), await two.delete(`/sessions/${id}`)]
    expect(responses.map((response) => response.json().deletedCount)).toEqual([1, 0])
    expect([await status(one), await status(two)]).toEqual([401, 200])
  })

  test('but never by another user', async () => {
    const api = await buildTestApp()
    const anna = await signIn(api, ANNA)
    const boris = await signIn(api, 'boris@example.com')
    const [session] = await list(anna)
    expect((await boris.delete(`/sessions/${session?._id}`)).statusCode).toBe(404)
    expect(await status(anna)).toBe(200)
  })

  test.each([
    ['names it', true],
    ['names none', false],
  ])('and its sign-in opens no other one by a renewal that %s', async (_, isNamed) => {
    const api = await buildTestApp()
    const authTime = new Date(api.now().getTime() - 60_000)
    const idToken = api.identity.tokenFor({ email: ANNA, authTime })
    const { token } = (await exchange(api, ANNA, idToken)).json()
    await logOut({ ...api, token })
    const headers = isNamed ? { [PREVIOUS_TOKEN]: token } : {}
    expect((await exchange(api, ANNA, idToken, { headers })).statusCode).toBe(401)
    const [current] = await list(await signIn(api, ANNA))
    expect(current).toMatchObject({ isCurrent: true, ended: null })
  })
})

describe('administrators', () => {
  test('have tokens of ten minutes', async () => {
    const api = await buildTestApp()
    const { token } = await signInAdmin(api)
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(payload.exp - payload.iat).toBe(600)
  })

  test('need a recent login to promote, demote and remove', async () => {
    const api = await buildTestApp()
    const admin = await signInAdmin(api)
    await signIn(api, ANNA)
    api.setTime(new Date(api.now().getTime() + 16 * 60_000))
    const calls = [
      ['PUT', `/user/admin/${ANNA}`],
      ['DELETE', `/user/admin/${admin.email}`],
      ['DELETE', `/user/${ANNA}`],
    ] as const
    for (const [method, url] of calls) {
      const { status, body } = await admin.call(method, url)
      expect([status, body.code], url).toEqual([409, 'recent_login_required'])
    }
    expect(findUser(api.db, admin.uid)?.role).toBe('admin')
    const again = await signIn(api, admin.email)
    const response = await again.put(`/user/admin/${ANNA}`)
    expect(response.json()).toEqual({ modifiedCount: 1 })
  })
})
