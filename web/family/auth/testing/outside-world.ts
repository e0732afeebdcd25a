import { vi } from 'vitest'
import type { User } from '#contract/identity/users.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { type Identity, NoUserError } from '#web/lib/identity/identity-adapter.ts'

const MINUTE = 60_000

/** A token of our server that is good for so many minutes. */
export function tokenFor(minutes: number): string {
  const claims = {
    exp: Math.round((Date.now() + minutes * MINUTE) / 1000),
    jti: crypto.randomUUID(),
  }
  return `header.${btoa(JSON.stringify(claims))}.signature`
}

/** An error of the provider, such as `auth/wrong-password`, in its own form. */
export function providerError(code: string): Error {
  return Object.assign(new Error(`Firebase: Error (${code}).`), { code })
}

/** The identity provider; a test sets its responses. No one is logged in at first. */
export function fakeIdentity() {
  let email: string | null = null
  const listeners = new Set<(email: string | null) => void>()

  const signedIn = async () => ({ kind: 'signedIn' as const })

  const identity = {
    signIn: vi.fn<Identity['signIn']>(async (form) => {
      email = form.email
      return { kind: 'signedIn' }
    }),
    signUp: vi.fn<Identity['signUp']>(async (form) => {
      email = form.email
      return { kind: 'signedIn' }
    }),
    signInWithGoogle: vi.fn<Identity['signInWithGoogle']>(signedIn),
    sendSecondFactorCode: vi.fn<Identity['sendSecondFactorCode']>(async () => undefined),
    confirmSecondFactorCode: vi.fn<Identity['confirmSecondFactorCode']>(signedIn),
    sendPasswordReset: vi.fn<Identity['sendPasswordReset']>(async () => undefined),
    verifyPasswordResetCode: vi.fn<Identity['verifyPasswordResetCode']>(async () => ({
      email: parent.email,
    })),
    confirmPasswordReset: vi.fn<Identity['confirmPasswordReset']>(async () => undefined),
    confirmEmail: vi.fn<Identity['confirmEmail']>(async () => ({ kind: 'confirmed' })),
    freshIdToken: vi.fn<Identity['freshIdToken']>(async () =>
      email === null ? null : { email, idToken: `proof of ${email}` },
    ),
    readAccount: vi.fn<Identity['readAccount']>(async () => {
      if (email === null) throw new NoUserError()
      return { email, emailVerified: true, hasPassword: true, hasGoogle: false, phones: [] }
    }),
    updateProfile: vi.fn<Identity['updateProfile']>(async () => undefined),
    sendEmailVerification: vi.fn<Identity['sendEmailVerification']>(async () => undefined),
    sendEmailChange: vi.fn<Identity['sendEmailChange']>(async () => undefined),
    sendEnrollmentCode: vi.fn<Identity['sendEnrollmentCode']>(async () => undefined),
    confirmEnrollment: vi.fn<Identity['confirmEnrollment']>(async () => undefined),
    removePhone: vi.fn<Identity['removePhone']>(async () => undefined),
    changePassword: vi.fn<Identity['changePassword']>(async () => undefined),
    reauthenticate: vi.fn<Identity['reauthenticate']>(signedIn),
    reauthenticateWithGoogle: vi.fn<Identity['reauthenticateWithGoogle']>(signedIn),
    signOut: vi.fn<Identity['signOut']>(async () => {
      email = null
    }),
    onIdentityChanged: vi.fn<Identity['onIdentityChanged']>((listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    }),
  }

  return {
    identity,
    /** In the place of `web/lib/identity/index.ts`. */
    module: { openIdentity: vi.fn(async () => identity) },
    /** Another user (or none) is logged in at the provider from now on. */
    becomes(user: string | null) {
      email = user
      for (const listener of listeners) listener(user)
    },
    listeners,
    reset() {
      vi.clearAllMocks()
      email = null
      listeners.clear()
    },
  }
}

type Answer = { status?: number; body: unknown }

/** Our server: exchanges any proof for a token, and answers `admin` to who asks for the role. */
export function fakeServer({ admin = false } = {}) {
  const overrides = new Map<string, () => Answer | Promise<Answer>>()
  const calls: { method: string; path: string; bearer: string | null }[] = []

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    calls.push({ method, path: input, bearer: new Headers(init.headers).get('authorization') })
    const noun = input.split('/')[1] ?? ''
    const { status = 200, body } =
      (await overrides.get(`${method} ${noun}`)?.()) ?? usual(method, input)
    return new Response(JSON.stringify(body), { status })
  })

  function usual(method: string, path: string): Answer {
    const email = decodeURIComponent(path.split('/')[2] ?? '')
    if (method === 'PUT') {
      const user: User = { ...parent, email, role: admin ? 'admin' : 'patient' }
      return { body: { token: tokenFor(60), user } }
    }
    if (path.startsWith('/admin/')) return { body: { admin } }
    if (path === '/sessions') return { body: [] }
    if (path === '/email-settings') {
      const state = {
        verified: true,
        reachable: true,
        reminders: true,
        language: 'en',
        stoppedFor: [],
      }
      return { body: { address: parent.email, ...state } }
    }
    return { status: 404, body: { code: 'not_found', message: `Nothing at ${path}` } }
  }

  return {
    calls,
    count: (method: string, noun: string) =>
      calls.filter((call) => call.method === method && call.path.startsWith(`/${noun}/`)).length,
    /** Answers the calls of that method and first path segment otherwise: `PUT users`. */
    answer(call: string, how: () => Answer | Promise<Answer>) {
      overrides.set(call, how)
    },
  }
}

/** The network is gone. */
export function goOffline() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}
