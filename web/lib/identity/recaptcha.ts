import { type Auth, RecaptchaVerifier } from 'firebase/auth'

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
