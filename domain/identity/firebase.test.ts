import { generateKeyPairSync } from 'node:crypto'
import { Auth, type DecodedIdToken, type UserRecord } from 'firebase-admin/auth'
import { afterEach, expect, it, vi } from 'vitest'
import { createFirebaseIdentity } from './firebase.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const project = {
  mode: 'firebase',
  projectId: 'clinic',
  clientEmail: 'server@clinic.iam.gserviceaccount.com',
  privateKey,
} as const

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function unsignedToken() {
  const now = Math.floor(Date.now() / 1000)
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({
    aud: project.projectId,
    iss: `https://securetoken.google.com/${project.projectId}`,
    sub: 'someone',
    iat: now,
    auth_time: now,
    exp: now + 3600,
  })}.`
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('accepts no unsigned token for a real project, even if the emulator’s variable is set', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099')
  const identity = createFirebaseIdentity(project)

  await expect(identity.verify(unsignedToken())).rejects.toMatchObject({
    failure: 'rejected',
    message: expect.stringContaining('has no "kid" claim'),
  })
  expect(process.env.FIREBASE_AUTH_EMULATOR_HOST).toBe('127.0.0.1:9099')
  await identity.close()
})

it('leaves the environment unchanged', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined)
  const identity = createFirebaseIdentity({
    mode: 'emulator',
    projectId: 'demo-any',
    emulatorHost: '127.0.0.1:1',
  })

  expect(process.env).not.toHaveProperty('FIREBASE_AUTH_EMULATOR_HOST')
  await identity.close()
})

interface Times {
  login: number
  reset: number
  created: number
  /** The Google account that logged in, and the linked one. */
  google?: [used: string, linked: string]
}

it.each<[when: string, Times, isAccepted: boolean]>([
  ['before a reset', { login: 99, reset: 100, created: 0 }, false],
  [
    'in the second of a reset, so that it may be from before it',
    { login: 100, reset: 100, created: 0 },
    false,
  ],
  ['after a reset', { login: 101, reset: 100, created: 0 }, true],
  [
    'in the second in which the account was created',
    { login: 100, reset: 100, created: 100 },
    true,
  ],
  [
    'in the second of a reset, with a Google account that is linked still',
    { login: 100, reset: 100, created: 0, google: ['g-1', 'g-1'] },
    true,
  ],
  [
    'in the second of a reset, with a Google account that was unlinked',
    { login: 100, reset: 100, created: 0, google: ['g-1', 'g-2'] },
    false,
  ],
])(
  'accepts no sign-in from before a credential was replaced: %s',
  async (_when, { google, ...times }, isAccepted) => {
    const [used, linked] = google ?? []
    const timeOf = (seconds: number) => new Date(seconds * 1000).toUTCString()
    const token = {
      uid: 'someone',
      email: 'anna@example.com',
      auth_time: times.login,
      firebase: used
        ? { sign_in_provider: 'google.com', identities: { 'google.com': [used] } }
        : { sign_in_provider: 'password', identities: {} },
    } as DecodedIdToken
    const account = {
      uid: 'someone',
      email: 'anna@example.com',
      emailVerified: true,
      providerData: [
        { providerId: 'password', uid: 'anna@example.com', email: 'anna@example.com' },
        ...(linked ? [{ providerId: 'google.com', uid: linked, email: 'anna@example.com' }] : []),
      ],
      tokensValidAfterTime: timeOf(times.reset),
      metadata: { creationTime: timeOf(times.created) },
    } as UserRecord
    // Firebase compares whole seconds.
    vi.spyOn(Auth.prototype, 'verifyIdToken').mockImplementation(async () => {
      if (times.login >= times.reset) return token
      throw Object.assign(new Error('revoked'), { code: 'auth/id-token-revoked' })
    })
    vi.spyOn(Auth.prototype, 'getUser').mockResolvedValue(account)
    const identity = createFirebaseIdentity(project)
    const verified = await identity.verify(unsignedToken()).catch(({ failure }) => failure)
    expect(verified).toEqual(isAccepted ? expect.objectContaining({ uid: 'someone' }) : 'rejected')
    await identity.close()
  },
)

it('checks for every token whether its sign-in has been revoked since', async () => {
  // By default, the SDK checks revocation only with the emulator.
  const revoked = Object.assign(new Error('revoked'), { code: 'auth/id-token-revoked' })
  vi.spyOn(Auth.prototype, 'verifyIdToken').mockImplementation(async (_token, checkRevoked) => {
    if (checkRevoked) throw revoked
    throw new Error('It was not asked for.')
  })
  const identity = createFirebaseIdentity(project)
  await expect(identity.verify(unsignedToken())).rejects.toMatchObject({ failure: 'rejected' })
  await identity.close()
})
