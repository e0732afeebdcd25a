// A real emulator on a free port and with its own data folder, for the tests here.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdminApp, openAdminApp } from '../../domain/identity/admin-app.ts'
import { createFirebaseIdentity, type FirebaseIdentity } from '../../domain/identity/firebase.ts'
import { freePort } from '../../workers/testing/free-port.ts'
import { EMULATED_PROJECT_ID } from './project.ts'
import { type IdentityEmulator, startIdentityEmulator } from './start.ts'

export interface EmulatorForTests {
  emulator: IdentityEmulator
  port: number
  /** `host:port`, as firebase-admin wants it. */
  host: string
  dataDir: string
  /** Ends the emulator and starts another one on the same port and data. */
  restart(): Promise<void>
  /** Ends the emulator and removes its data. */
  end(): Promise<void>
}

export const silent = { info: () => {}, warn: () => {}, error: () => {} }

export async function startEmulatorForTests(): Promise<EmulatorForTests> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-identity-'))
  const started: EmulatorForTests = {
    emulator: startIdentityEmulator({ port, dataDir, log: silent }),
    port,
    host: `127.0.0.1:${port}`,
    dataDir,
    async restart() {
      await started.emulator.stop()
      started.emulator = startIdentityEmulator({ port, dataDir, log: silent })
      await started.emulator.ready
    },
    async end() {
      await started.emulator.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await started.emulator.ready
  return started
}

export interface ProviderForTests extends EmulatorForTests {
  /** The adapter of the site. */
  identity: FirebaseIdentity
  /** Sets accounts up. */
  admin: AdminApp
}

/** An emulator with clients; `end` closes them first. */
export async function startProviderForTests(): Promise<ProviderForTests> {
  const started = await startEmulatorForTests()
  const { host: emulatorHost, end } = started
  const config = { mode: 'emulator', projectId: EMULATED_PROJECT_ID, emulatorHost } as const
  const identity = createFirebaseIdentity(config)
  const admin = openAdminApp(config)
  return Object.assign(started, {
    identity,
    admin,
    async end() {
      await identity.close()
      await admin.close()
      await end()
    },
  })
}

/** Fields of the provider's responses that tests read. */
export interface IdentityAnswer {
  localId: string
  idToken: string
  refreshToken: string
  email: string
  mfaPendingCredential: string
  mfaInfo: { mfaEnrollmentId: string }[]
  phoneResponseInfo: { sessionInfo: string }
  error: { code: number; message: string }
}

/** One of Google's `accounts:` calls, as the browser's SDK makes it. */
export async function callIdentity(
  origin: string,
  call: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: IdentityAnswer }> {
  const response = await fetch(`${origin}/identitytoolkit.googleapis.com/${call}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as IdentityAnswer }
}

export function signUp(origin: string, email: string, password = 'secret1') {
  return callIdentity(origin, 'v1/accounts:signUp', { email, password, returnSecureToken: true })
}

export function signIn(origin: string, email: string, password = 'secret1') {
  return callIdentity(origin, 'v1/accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  })
}

export function signInWithGoogle(origin: string, claims: { email: string; name: string }) {
  const idToken = JSON.stringify({ sub: claims.email, email_verified: true, ...claims })
  return callIdentity(origin, 'v1/accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({ providerId: 'google.com', id_token: idToken }).toString(),
    returnSecureToken: true,
  })
}

/** An unsigned ID token with these claims, not from the emulator. */
export function forgeIdToken(claims: { sub: string; email: string; [claim: string]: unknown }) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({
    aud: EMULATED_PROJECT_ID,
    iss: `https://securetoken.google.com/${EMULATED_PROJECT_ID}`,
    iat: now,
    auth_time: now,
    exp: now + 3600,
    user_id: claims.sub,
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: 'password' },
    ...claims,
  })}.`
}
