import { describe, expect, it, onTestFinished } from 'vitest'
import { permissionsOf } from '#domain/identity/account-policy.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { buildTestApp, exchange as exchangeToken, type TestApp } from '#server/testing/test-app.ts'
import { EMULATED_PROJECT_ID } from './emulator/project.ts'
import {
  callIdentity,
  type IdentityAnswer,
  renew,
  signIn,
  signInWithGoogle,
  signUp,
  startProviderForTests,
} from './testing.ts'

// Account states × credentials × actions, against the emulator and the whole API.

const { identity, admin, origin } = await startProviderForTests()
let count = 0

/** The API with the emulator, and an unused email. */
async function setUp() {
  const api = await buildTestApp({
    identity,
    clock: () => new Date(),
    env: { ACCOUNT_CHECK_SECONDS: '1', RATE_LIMIT: 'off' },
  })
  count += 1
  return { api, email: `parent${count}@example.test`, intruder: `intruder${count}@example.test` }
}

/** Opens a session with an ID token; returns the status and, if it opened, our token. */
async function exchange(api: TestApp, email: string, idToken: string | undefined) {
  const response = await exchangeToken(api, email, `${idToken}`)
  return { status: response.statusCode, token: response.json().token as string | undefined }
}

async function readOwnData({ app }: TestApp, email: string, token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({ url: `/appointments?patient=${email}`, headers })
  return response.statusCode
}

const google = (email: string, idToken?: string) => signInWithGoogle(origin, { email }, idToken)

async function codeFor(email: string, request: string | object, idToken?: string) {
  await callIdentity(origin, 'v1/accounts:sendOobCode', {
    ...(typeof request === 'string' ? { requestType: request } : request),
    email,
    ...(idToken && { idToken }),
  })
  const url = `${origin}/emulator/v1/projects/${EMULATED_PROJECT_ID}/oobCodes`
  const { oobCodes } = (await (await fetch(url)).json()) as {
    oobCodes: { email: string; oobCode: string }[]
  }
  return oobCodes.findLast((code) => code.email === email)?.oobCode
}

/** The provider's timestamps have a resolution of one second. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))

describe('an account created with another person’s email', () => {
  /** The intruder signs up with the email, links their own Google account and opens a session. */
  async function prepare() {
    const { api, email, intruder } = await setUp()
    const made = (await signUp(origin, email, 'intruder1')).answer
    await google(intruder, made.idToken)
    const session = await exchange(api, email, made.idToken)
    expect(session.status).toBe(201)
    onTestFinished(() => admin.deleteUser(made.localId))
    await nextSecond()
    return { api, email, intruder, made, session }
  }

  async function expectIntruderIsOut({
    api,
    email,
    intruder,
    made,
    session,
  }: Awaited<ReturnType<typeof prepare>>) {
    expect(await readOwnData(api, email, session.token)).toBe(401)
    expect((await exchange(api, email, made.idToken)).status).toBe(401)
    expect((await renew(origin, made)).id_token).toBeUndefined()
    expect((await signIn(origin, email, 'intruder1')).status).toBe(400)
    const linked = (await google(intruder)).answer
    onTestFinished(() => admin.deleteUser(linked.localId))
    expect(linked.localId).not.toBe(made.localId)
  }

  it('belongs to the parent alone once they log in with Google', async () => {
    const world = await prepare()
    const parent = (await google(world.email)).answer
    expect(parent.localId).toBe(world.made.localId)
    const opened = await exchange(world.api, world.email, parent.idToken)
    expect(opened.status).toBe(200)
    expect(await readOwnData(world.api, world.email, opened.token)).toBe(200)
    await expectIntruderIsOut(world)
    expect(await readOwnData(world.api, world.email, opened.token)).toBe(200)
  })

  it('belongs to the parent alone once they reset the password with the link in the email', async () => {
    const world = await prepare()
    const oobCode = await codeFor(world.email, 'PASSWORD_RESET')
    await callIdentity(origin, 'v1/accounts:resetPassword', { oobCode, newPassword: 'parents1' })
    // The intruder's linked account logs in first, and is still refused.
    const linked = (await google(world.intruder)).answer
    expect((await exchange(world.api, world.email, linked.idToken)).status).not.toBe(200)
    await nextSecond()
    const { answer } = await signIn(origin, world.email, 'parents1')
    const opened = await exchange(world.api, world.email, answer.idToken)
    expect(opened.status).toBe(200)
    expect(await readOwnData(world.api, world.email, opened.token)).toBe(200)
    expect(await readOwnData(world.api, world.email, world.session.token)).toBe(401)
    expect((await signIn(origin, world.email, 'intruder1')).status).toBe(400)
  })

  it('loses a linked account that came with the first verified sign-in that the clinic sees', async () => {
    const { api, email, intruder } = await setUp()
    const made = (await signUp(origin, email, 'intruder1')).answer
    await google(intruder, made.idToken)
    // Verified without the clinic's knowledge, so that both credentials still exist.
    await admin.updateUser(made.localId, { emailVerified: true })
    const linked = (await google(intruder)).answer
    expect(linked.localId).toBe(made.localId)
    expect((await exchange(api, email, linked.idToken)).status).not.toBe(200)
    const { providerData } = await admin.getUser(made.localId)
    expect(providerData.map(({ providerId }) => providerId)).toEqual(['password'])
    await admin.deleteUser(made.localId)
  })

  it('may log in and book, but is never promoted', async () => {
    const { api, email, session } = await prepare()
    expect(await readOwnData(api, email, session.token)).toBe(200)
    const user = findUserByEmail(api.db, email)
    expect(user).toMatchObject({ emailVerified: false, role: 'patient' })
    expect(permissionsOf({ emailVerified: false })).toMatchObject({ canBePromoted: false })
    const change = { email, actor: null, now: new Date() }
    expect(grantAdmin(api.db, change)).toBe('unverified')
  })
})

interface State {
  name: string
  /** Brings a signed-in, unverified account with a password into the state. */
  reach: (account: { email: string; made: IdentityAnswer }) => Promise<unknown>
  /** Whether each earlier credential still opens a session, and the old session is still valid. */
  expected: { password: boolean; idToken: boolean; refreshToken: boolean; session: boolean }
}

const ALL = { password: true, idToken: true, refreshToken: true, session: true }
const NONE = { password: false, idToken: false, refreshToken: false, session: false }
const PHONE = '+15035550100'

const STATES: State[] = [
  { name: 'unverified', reach: async () => {}, expected: ALL },
  {
    name: 'verified by a link that the account’s own session asked for',
    reach: async ({ email, made }) => {
      const oobCode = await codeFor(email, 'VERIFY_EMAIL', made.idToken)
      await callIdentity(origin, 'v1/accounts:update', { oobCode })
    },
    expected: ALL,
  },
  {
    name: 'verified by Google',
    reach: ({ email }) => google(email),
    // The first sign-in that shows the change ends the old session: see above.
    expected: NONE,
  },
  {
    name: 'reset by a link',
    reach: async ({ email }) => {
      const oobCode = await codeFor(email, 'PASSWORD_RESET')
      await callIdentity(origin, 'v1/accounts:resetPassword', { oobCode, newPassword: 'other-1' })
    },
    expected: NONE,
  },
  {
    name: 'disabled',
    reach: ({ made }) => admin.updateUser(made.localId, { disabled: true }),
    expected: NONE,
  },
  {
    name: 'deleted',
    reach: ({ made }) => admin.deleteUser(made.localId),
    expected: NONE,
  },
  {
    name: 'deleted and created again by another person',
    reach: async ({ email, made }) => {
      await admin.deleteUser(made.localId)
      await admin.createUser({ email, password: 'other-1' })
    },
    expected: NONE,
  },
  {
    name: 'with a second factor that was added later',
    reach: ({ made }) =>
      admin.updateUser(made.localId, {
        emailVerified: true,
        multiFactor: {
          enrolledFactors: [{ uid: 'factor', factorId: 'phone', phoneNumber: PHONE }],
        },
      }),
    expected: NONE,
  },
]

it('an account whose email is changed with a link stays the same account, and its earlier sessions end', async () => {
  const { api, email: old } = await setUp()
  const email = `new.${old}`
  const { answer: made } = await signUp(origin, old, 'secret1')
  onTestFinished(() => admin.deleteUser(made.localId))
  const { token } = await exchange(api, old, made.idToken)
  await nextSecond()
  const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: email }
  const oobCode = await codeFor(old, request, made.idToken)
  await callIdentity(origin, 'v1/accounts:update', { oobCode })

  await expect.poll(() => readOwnData(api, old, token), { timeout: 3_000 }).toBe(401)
  expect((await exchange(api, old, made.idToken)).status).toBe(401)
  const renewed = (await renew(origin, made)).id_token
  expect((await exchange(api, old, renewed)).status).not.toBe(200)
  const { answer } = await signIn(origin, email, 'secret1')
  const opened = await exchange(api, email, answer.idToken)
  expect(opened.status).toBe(200)
  expect(await readOwnData(api, email, opened.token)).toBe(200)
  expect(findUserByEmail(api.db, email)).toMatchObject({ uid: made.localId, emailVerified: true })
})

describe.each(STATES)('an account $name', ({ reach, expected }) => {
  it('accepts or refuses earlier credentials', async () => {
    const { api, email } = await setUp()
    const { answer: made } = await signUp(origin, email, 'secret1')
    const { token } = await exchange(api, email, made.idToken)
    await nextSecond()
    await reach({ email, made })
    await nextSecond()

    // The first request makes the site ask the provider, after which the session ends.
    await readOwnData(api, email, token)
    await expect
      .poll(async () => (await readOwnData(api, email, token)) === 200, { timeout: 3_000 })
      .toBe(expected.session)
    const opens = async (idToken: string | undefined) =>
      idToken !== undefined && (await exchange(api, email, idToken)).status === 200
    const password = (await signIn(origin, email, 'secret1')).answer
    expect({
      idToken: await opens(made.idToken),
      refreshToken: await opens((await renew(origin, made)).id_token),
      password: await opens(password.idToken),
    }).toEqual({
      idToken: expected.idToken,
      refreshToken: expected.refreshToken,
      password: expected.password,
    })
  })
})
