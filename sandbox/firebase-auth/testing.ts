// A real emulator on a free port with its own data folder, for these tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type AdminApp, openAdminApp } from '#domain/identity/admin-app.ts'
import { createFirebaseIdentity, type FirebaseIdentity } from '#domain/identity/firebase.ts'
import { freePort } from '#workers/testing/free-port.ts'
import { EMULATED_PROJECT_ID, emulatedProject } from './emulator/project.ts'
import { type IdentityEmulator, startIdentityEmulator } from './emulator/start.ts'

interface ProviderForTests {
  emulator: IdentityEmulator
  origin: string
  project: ReturnType<typeof emulatedProject>
  dataDir: string
  /** The adapter of the site. */
  identity: FirebaseIdentity
  /** Sets accounts up. */
  admin: AdminApp['auth']
  /** Ends the emulator and starts another one on the same port and data. */
  restart(): Promise<void>
}

export const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** An emulator with clients; ends with the file's tests. */
export async function startProviderForTests(): Promise<ProviderForTests> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-identity-'))
  const start = () => startIdentityEmulator({ port, dataDir, log: silent })
  const project = emulatedProject({ authEmulatorPort: port })
  const identity = createFirebaseIdentity(project)
  const admin = openAdminApp(project)
  const emulator = start()
  const started: ProviderForTests = {
    emulator,
    origin: emulator.origin,
    project,
    dataDir,
    identity,
    admin: admin.auth,
    async restart() {
      await started.emulator.stop()
      started.emulator = start()
      await started.emulator.ready
    },
  }
  afterAll(async () => {
    await identity.close()
    await admin.close()
    await started.emulator.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await emulator.ready
  return started
}

/** A verified account with a phone as its second factor. */
export function createUserWithPhone({ admin }: ProviderForTests, email: string, phone: string) {
  return admin.createUser({
    email,
    password: 'secret1',
    emailVerified: true,
    multiFactor: { enrolledFactors: [{ phoneNumber: phone, factorId: 'phone' }] },
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

/** @param idToken of the account that the Google account is linked to */
export function signInWithGoogle(
  origin: string,
  { email, name = 'G' }: { email: string; name?: string },
  idToken?: string,
) {
  const claims = JSON.stringify({ sub: email, email, email_verified: true, name })
  return callIdentity(origin, 'v1/accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({ providerId: 'google.com', id_token: claims }).toString(),
    returnSecureToken: true,
    ...(idToken && { idToken }),
  })
}

/** The response to a refresh token. */
export async function renew(origin: string, { refreshToken }: IdentityAnswer) {
  const response = await fetch(`${origin}/securetoken.googleapis.com/v1/token?key=any`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  return (await response.json()) as { id_token?: string; user_id?: string }
}

/** An unsigned ID token with these claims, not issued by the emulator. */
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
