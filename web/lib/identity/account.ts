import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  type AuthProvider,
  EmailAuthProvider,
  GoogleAuthProvider,
  type MultiFactorInfo,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  type PopupRedirectResolver,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import * as words from '#words/en/account/provider.ts'
import { BASE } from '#words/en/language.ts'
import { addressOf } from '../own-path.ts'
import type { Account, OwnAccount } from './identity-adapter.ts'
import { NoUserError } from './identity-adapter.ts'
import type { SecondFactor } from './second-factor.ts'
import { withRecaptcha } from './second-factor.ts'

/** The provider's error codes for an ended session. */
const SESSION_OVER = new Set([
  'auth/invalid-refresh-token',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/user-token-expired',
])

export function isSessionOver(error: unknown): boolean {
  return error instanceof FirebaseError && SESSION_OVER.has(error.code)
}

/** The logged-in user's own account. */
export function createOwnAccount(
  auth: Auth,
  popups: PopupRedirectResolver,
  secondFactor: SecondFactor,
): OwnAccount {
  let verificationId: string | null = null

  async function asUser<Result>(use: (user: User) => Promise<Result>): Promise<Result> {
    await auth.authStateReady()
    if (!auth.currentUser) throw new NoUserError()
    try {
      return await use(auth.currentUser)
    } catch (error) {
      throw isSessionOver(error) ? new NoUserError({ cause: error }) : error
    }
  }

  const logInAgain = (user: User, password: string) =>
    secondFactor.resultOf(
      reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
    )

  return {
    readAccount: () => asUser(read),
    // An empty string removes the photo; null would keep it.
    updateProfile: ({ name, photo }) =>
      asUser((user) =>
        setProfile(user, { displayName: name, photoURL: photo === null ? '' : photo }),
      ),
    sendEmailVerification: (returnTo) =>
      asUser((user) => sendEmailVerification(user, continueAt(returnTo))),
    sendEmailChange: ({ email }) =>
      asUser((user) => verifyBeforeUpdateEmail(user, email, continueAt())),
    sendEnrollmentCode: ({ phone }) =>
      asUser(async (user) => {
        const session = await multiFactor(user).getSession()
        verificationId = await withRecaptcha(auth, (verifier) =>
          new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber: phone, session }, verifier),
        )
      }),
    confirmEnrollment: ({ code }) =>
      asUser(async (user) => {
        if (!verificationId) throw new Error(words.requestCodeFirst)
        const credential = PhoneAuthProvider.credential(verificationId, code)
        await multiFactor(user).enroll(PhoneMultiFactorGenerator.assertion(credential))
        verificationId = null
      }),
    removePhone: ({ id }) => asUser((user) => multiFactor(user).unenroll(id)),
    changePassword: ({ password }) =>
      asUser(async (user) => {
        await updatePassword(user, password)
        await nextSecond()
        await logInAgain(user, password)
      }),
    reauthenticate: ({ password }) => asUser((user) => logInAgain(user, password)),
    reauthenticateWithGoogle: () =>
      asUser((user) =>
        secondFactor.resultOf(reauthenticateWithPopup(user, chooseGoogleAccount(), popups)),
      ),
  }
}

/**
 * Where the page of an email's link continues afterwards: at a path of the site. The link has the same address in
 * every language, so this address names the language, in all emails that are not in English.
 */
export function continueAt(path = BASE ? '/dashboard/profile' : undefined) {
  return path === undefined ? undefined : { url: new URL(addressOf(path), location.origin).href }
}

/**
 * The server refuses a login in the second of a reset, because it may have used the old password.
 */
export function nextSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)))
}

/** Updates the profile and the ID token, which still contains the old one. */
export async function setProfile(
  user: User,
  profile: { displayName: string; photoURL?: string | undefined },
): Promise<void> {
  await updateProfile(user, profile)
  await user.getIdToken(true)
}

async function read(user: User): Promise<Account> {
  // Must be created before the reload, which updates its factors.
  const factors = multiFactor(user)
  await user.reload()
  // Read now, because another tab's older copy of the account may replace this one later.
  const { emailVerified } = user
  const { claims } = await user.getIdTokenResult()
  // Confirmed in another window: refresh the token as well.
  if (emailVerified && !claims.email_verified) await user.getIdToken(true)
  const providers = user.providerData.map(({ providerId }) => providerId)
  return {
    email: user.email ?? '',
    emailVerified,
    hasPassword: providers.includes('password'),
    hasGoogle: providers.includes('google.com'),
    phones: factors.enrolledFactors.filter(isPhone).map(({ uid, phoneNumber, enrollmentTime }) => ({
      id: uid,
      number: phoneNumber,
      since: new Date(enrollmentTime).toISOString(),
    })),
  }
}

function isPhone(factor: MultiFactorInfo): factor is PhoneMultiFactorInfo {
  return factor.factorId === PhoneMultiFactorGenerator.FACTOR_ID
}

/** Google's window always asks which account to use. */
export function chooseGoogleAccount(): AuthProvider {
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}
