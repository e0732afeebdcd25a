import { beforeEach, describe, expect, test } from 'vitest'
import { FIREBASE } from '#domain/testing/settings.ts'
import { users } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import {
  buildTestApp,
  contentsOf,
  exchange,
  MONDAY_MORNING,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'

const ANNA = 'anna@example.com'

let api: TestApp

beforeEach(async () => {
  api = await buildTestApp()
})

describe('PUT /users/{email}', () => {
  test('registers the account on the first call, and opens a session on every call', async () => {
    const idToken = api.identity.tokenFor({ email: ANNA, name: 'Anna', picture: 'https://x/a.png' })
    const first = await exchange(api, ANNA, idToken)
    expect(first.statusCode).toBe(201)
    expect(first.json()).toEqual({
      token: expect.any(String),
      user: { email: ANNA, name: 'Anna', photo: 'https://x/a.png', role: 'patient' },
    })
    const second = await exchange(api, ANNA, idToken)
    expect(second.statusCode).toBe(200)
    expect(allOf(api.db, users)).toMatchObject([{ email: ANNA, createdAt: MONDAY_MORNING }])
    expect(api.wakes()).toBe(1)
  })

  test.each([
    ['es', 'es'],
    ['tlh', null],
    [undefined, null],
  ])(
    'keeps the language of the page on which an account was registered: %s',
    async (asked, kept) => {
      const headers = asked === undefined ? {} : { 'x-language': asked }
      const open = (own: { 'x-language'?: string }) => {
        const idToken = api.identity.tokenFor({ email: ANNA })
        return exchange(api, ANNA, idToken, { headers: own })
      }
      expect((await open(headers)).statusCode).toBe(201)
      await open({})
      expect(allOf(api.db, users)).toMatchObject([{ language: kept }])
    },
  )

  test('keeps English for a language that the server does not offer', async () => {
    api = await buildTestApp({ env: { ...FIREBASE, SPROUT_DEMO: '1' } })
    const idToken = api.identity.tokenFor({ email: ANNA })
    await exchange(api, ANNA, idToken, { headers: { 'x-language': 'es' } })
    expect(allOf(api.db, users)).toMatchObject([{ language: null }])
  })

  test('gives a patient a token of one hour for this issuer and audience, without personal data', async () => {
    const { token, uid } = await signIn(api, ANNA)
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(payload).toEqual({
      sub: uid,
      sid: expect.any(String),
      valid_from: 0,
      auth_time: MONDAY_MORNING.getTime() / 1000,
      second_factor: false,
      iss: 'sprout',
      aud: 'sprout-api',
      iat: expect.any(Number),
      exp: payload.iat + 3600,
    })
  })

  test('takes the email in any case', async () => {
    const idToken = api.identity.tokenFor({ email: ANNA })
    expect((await exchange(api, 'Anna@Example.COM', idToken)).statusCode).toBe(201)
  })

  test('takes an international domain in either form', async () => {
    const idToken = api.identity.tokenFor({ email: 'anna@xn--bcher-kva.example' })
    const opened = await exchange(api, 'Anna@Bücher.example', idToken)
    expect(opened.json()).toMatchObject({ user: { email: 'anna@xn--bcher-kva.example' } })
  })

  test('refuses a new account with an email to which nothing can be sent; older ones log in', async () => {
    const email = `anna@${'d'.repeat(64)}.example`
    const idToken = api.identity.tokenFor({ email })
    const before = contentsOf(api.db)
    expect((await exchange(api, email, idToken)).json()).toEqual({
      code: 'invalid_input',
      message: 'Enter a valid email address',
    })
    expect(contentsOf(api.db)).toEqual(before)

    await exchange(api, ANNA, api.identity.tokenFor({ email: ANNA }))
    api.db.update(users).set({ email }).run()
    const known = allOf(api.db, users)[0]
    const older = api.identity.tokenFor({ email, uid: known?.uid })
    expect((await exchange(api, email, older)).statusCode).toBe(200)
  })

  test('answers 401 without a provider’s token, and registers no account', async () => {
    const before = contentsOf(api.db)
    const request = { method: 'PUT', url: `/users/${ANNA}`, payload: { email: ANNA } } as const
    expect((await api.app.inject(request)).statusCode).toBe(401)
    expect((await exchange(api, ANNA, 'made-up')).json()).toEqual({
      code: 'unauthorized',
      message: 'We couldn’t confirm your login. Please log in again.',
    })
    expect(contentsOf(api.db)).toEqual(before)
  })

  test('answers 503 while the provider does not', async () => {
    const idToken = api.identity.tokenFor({ email: ANNA })
    api.identity.unavailable = true
    const response = await exchange(api, ANNA, idToken)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ code: 'unavailable' })
  })

  test('limits new accounts per address, but not logins to existing ones', async () => {
    const api = await buildTestApp({ env: { RATE_LIMIT: 'on', NEW_ACCOUNTS_PER_HOUR: '2' } })
    const open = (email: string) => exchange(api, email, api.identity.tokenFor({ email }))
    const emails = [ANNA, 'boris@example.com', 'clara@example.com', ANNA]
    const statuses = []
    for (const email of emails) statuses.push((await open(email)).statusCode)
    expect(statuses).toEqual([201, 201, 429, 200])
  })

  describe('an email that another account holds', () => {
    async function conflict(account: { emailVerified: boolean; oldAccountExists: boolean }) {
      await signIn(api, ANNA, { uid: 'old', name: 'Anna' })
      if (!account.oldAccountExists) api.identity.accounts.delete('old')
      const { emailVerified } = account
      const idToken = api.identity.tokenFor({ email: ANNA, uid: 'new', emailVerified, name: null })
      return { api, response: await exchange(api, ANNA, idToken) }
    }

    test.each([
      { emailVerified: false, oldAccountExists: true },
      { emailVerified: true, oldAccountExists: true },
      { emailVerified: false, oldAccountExists: false },
    ])('is refused: %o', async (account) => {
      const { api, response } = await conflict(account)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toEqual({
        code: 'email_taken',
        message: 'This email is linked to another account. Please call us and we’ll sort it out.',
      })
      expect(allOf(api.db, users)).toMatchObject([{ uid: 'old' }])
    })

    test('is relinked when it is verified and the old account is gone', async () => {
      const { api, response } = await conflict({ emailVerified: true, oldAccountExists: false })
      expect(response.statusCode).toBe(200)
      expect(response.json().user).toMatchObject({ email: ANNA, name: 'Anna' })
      expect(allOf(api.db, users)).toMatchObject([{ uid: 'new', email: ANNA }])
    })
  })
})

describe('GET /admin/{email}', () => {
  const ask = async (by: Session, email: string) => {
    const response = await by.get(`/admin/${encodeURIComponent(email)}`)
    return [response.statusCode, response.json()]
  }

  test('returns users their own and admins any user’s role, whatever the case of the email', async () => {
    const anna = await signIn(api, ANNA)
    const admin = await signInAdmin(api)
    expect(await ask(anna, 'ANNA@example.com')).toEqual([200, { admin: false }])
    expect(await ask(admin, admin.email)).toEqual([200, { admin: true }])
    for (const email of [ANNA, 'nobody@example.com']) {
      expect(await ask(admin, email)).toEqual([200, { admin: false }])
    }
  })

  test('tells all others why they get no answer', async () => {
    const anna = await signIn(api, ANNA)
    expect(await ask(anna, 'boris@example.com')).toEqual([
      403,
      { code: 'forbidden', message: 'You can only ask about your own account.' },
    ])
    const unknown = await api.app.inject(`/admin/${ANNA}`)
    expect(unknown.json()).toEqual({ code: 'unauthorized', message: 'Please log in.' })
  })
})
