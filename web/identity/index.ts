import { loadConfig } from '../api/config.ts'
import type { Identity } from './port.ts'

let opening: Promise<Identity> | null = null

// The one place that names the provider's code, which is loaded when it is first needed.
function open(): Promise<Identity> {
  opening ??= Promise.all([import('./firebase.ts'), loadConfig()])
    .then(([{ openFirebase }, { identity }]) => openFirebase(identity))
    .catch((error: unknown) => {
      opening = null
      throw error
    })
  return opening
}

/** Loads the provider's code ahead of need. Rejects when it, or the configuration, cannot be loaded. */
export async function prepare(): Promise<void> {
  await open()
}

export const signIn: Identity['signIn'] = async (form) => (await open()).signIn(form)

export const signUp: Identity['signUp'] = async (form) => (await open()).signUp(form)

export const signInWithGoogle: Identity['signInWithGoogle'] = async () =>
  (await open()).signInWithGoogle()

export const sendSecondFactorCode: Identity['sendSecondFactorCode'] = async () =>
  (await open()).sendSecondFactorCode()

export const confirmSecondFactorCode: Identity['confirmSecondFactorCode'] = async (input) =>
  (await open()).confirmSecondFactorCode(input)

export const sendPasswordReset: Identity['sendPasswordReset'] = async (input) =>
  (await open()).sendPasswordReset(input)

export const verifyPasswordResetCode: Identity['verifyPasswordResetCode'] = async (input) =>
  (await open()).verifyPasswordResetCode(input)

export const confirmPasswordReset: Identity['confirmPasswordReset'] = async (input) =>
  (await open()).confirmPasswordReset(input)

export const confirmEmail: Identity['confirmEmail'] = async (input) =>
  (await open()).confirmEmail(input)

export const freshIdToken: Identity['freshIdToken'] = async (options) =>
  (await open()).freshIdToken(options)

export const updateProfile: Identity['updateProfile'] = async (profile) =>
  (await open()).updateProfile(profile)

export const readAccount: Identity['readAccount'] = async () => (await open()).readAccount()

export const sendEmailVerification: Identity['sendEmailVerification'] = async () =>
  (await open()).sendEmailVerification()

export const sendEnrolmentCode: Identity['sendEnrolmentCode'] = async (input) =>
  (await open()).sendEnrolmentCode(input)

export const confirmEnrolment: Identity['confirmEnrolment'] = async (input) =>
  (await open()).confirmEnrolment(input)

export const removePhone: Identity['removePhone'] = async (input) =>
  (await open()).removePhone(input)

export const reauthenticate: Identity['reauthenticate'] = async (input) =>
  (await open()).reauthenticate(input)

export const reauthenticateWithGoogle: Identity['reauthenticateWithGoogle'] = async () =>
  (await open()).reauthenticateWithGoogle()

export const signOut: Identity['signOut'] = async () => (await open()).signOut()

/** As in the port; begins to listen once the provider's code is there. */
export const onIdentityChanged: Identity['onIdentityChanged'] = (listener) => {
  let stopped = false
  let stop = () => {
    stopped = true
  }
  open().then(
    (identity) => {
      if (!stopped) stop = identity.onIdentityChanged(listener)
    },
    // Whoever calls next loads again, and hears of the failure.
    () => undefined,
  )
  return () => stop()
}
