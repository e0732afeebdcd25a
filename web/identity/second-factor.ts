import {
  type Auth,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  RecaptchaVerifier,
} from 'firebase/auth'
import type { SignInResult } from './port.ts'

export interface SecondFactor {
  /** A password was right, but a code is wanted too. */
  begin(resolver: MultiFactorResolver): SignInResult
  sendCode(): Promise<void>
  confirm(code: string): Promise<void>
}

/** The phone as second factor of the sign-in that is under way. */
export function createSecondFactor(auth: Auth): SecondFactor {
  let pending: { resolver: MultiFactorResolver; phone: PhoneMultiFactorInfo } | null = null
  let verificationId: string | null = null

  return {
    begin(resolver) {
      const phone = resolver.hints.find(
        (hint): hint is PhoneMultiFactorInfo =>
          hint.factorId === PhoneMultiFactorGenerator.FACTOR_ID,
      )
      if (!phone) throw new Error('This account needs a second factor other than a phone.')
      pending = { resolver, phone }
      verificationId = null
      return { kind: 'secondFactorRequired', phoneHint: phone.phoneNumber }
    },

    async sendCode() {
      if (!pending) throw new Error('The sign-in ended before it was complete. Please try again.')
      const { resolver, phone } = pending
      verificationId = await withRecaptcha(auth, (verifier) =>
        new PhoneAuthProvider(auth).verifyPhoneNumber(
          { multiFactorHint: phone, session: resolver.session },
          verifier,
        ),
      )
    },

    async confirm(code) {
      if (!pending || !verificationId) throw new Error('Ask for a code first.')
      const credential = PhoneAuthProvider.credential(verificationId, code)
      await pending.resolver.resolveSignIn(PhoneMultiFactorGenerator.assertion(credential))
      pending = null
      verificationId = null
    },
  }
}

// A verifier of its own for every code: the emulator's works only once.
async function withRecaptcha<Result>(
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
