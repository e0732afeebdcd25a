import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  getMultiFactorResolver,
  type MultiFactorError,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  RecaptchaVerifier,
} from 'firebase/auth'
import * as words from '#words/en/account/provider.ts'
import type { SignInResult } from './identity-adapter.ts'

export interface SecondFactor {
  /** Whether a login succeeded or requires a code. */
  resultOf(attempt: Promise<unknown>): Promise<SignInResult>
  sendCode(): Promise<void>
  confirm(code: string): Promise<void>
}

/** The second factor of the pending login. */
export function createSecondFactor(auth: Auth): SecondFactor {
  let pending: { resolver: MultiFactorResolver; phone: PhoneMultiFactorInfo } | null = null
  let verificationId: string | null = null

  // The password was right, but a code is required.
  function begin(resolver: MultiFactorResolver): SignInResult {
    const phone = resolver.hints.find(
      (hint): hint is PhoneMultiFactorInfo => hint.factorId === PhoneMultiFactorGenerator.FACTOR_ID,
    )
    if (!phone) throw new Error(words.noPhone)
    pending = { resolver, phone }
    verificationId = null
    return { kind: 'secondFactorRequired', phoneHint: phone.phoneNumber }
  }

  return {
    async resultOf(attempt) {
      try {
        await attempt
        return { kind: 'signedIn' }
      } catch (error) {
        if (!requiresSecondFactor(error)) throw error
        return begin(getMultiFactorResolver(auth, error))
      }
    },

    async sendCode() {
      if (!pending) throw new Error(words.loginNotFinished)
      const { resolver, phone } = pending
      verificationId = await withRecaptcha(auth, (verifier) =>
        new PhoneAuthProvider(auth).verifyPhoneNumber(
          { multiFactorHint: phone, session: resolver.session },
          verifier,
        ),
      )
    },

    async confirm(code) {
      if (!pending || !verificationId) throw new Error(words.requestCodeFirst)
      const credential = PhoneAuthProvider.credential(verificationId, code)
      await pending.resolver.resolveSignIn(PhoneMultiFactorGenerator.assertion(credential))
      pending = null
      verificationId = null
    },
  }
}

function requiresSecondFactor(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required'
}

/**
 * Runs `use` with the reCAPTCHA verifier that a phone code requires. Each code gets a new one: the
 * emulator's works only once.
 */
export async function withRecaptcha<Result>(
  auth: Auth,
  use: (verifier: RecaptchaVerifier) => Promise<Result>,
): Promise<Result> {
  const container = document.createElement('div')
  document.body.append(container)
  const verifier = new RecaptchaVerifier(auth, container, { size: 'invisible' })
  try {
    return await use(verifier)
  } finally {
    verifier.clear()
    container.remove()
  }
}
