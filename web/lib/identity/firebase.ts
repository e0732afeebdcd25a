import { initializeApp } from 'firebase/app'
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  type PopupRedirectResolver,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  verifyPasswordResetCode,
} from 'firebase/auth'
import type { SiteConfig } from '#contract/config/config.ts'
import type { AppliedLink } from '#machines/email-confirmation/email-confirmation-machine.ts'
import { LANGUAGE } from '#words/en/language.ts'
import {
  chooseGoogleAccount,
  continueAt,
  createOwnAccount,
  isSessionOver,
  nextSecond,
  setProfile,
} from './account.ts'
import { type Identity, LoginRequiredError, type SignInResult } from './identity-adapter.ts'
import { createSecondFactor } from './second-factor.ts'

/**
 * The identity provider on Firebase Auth. The session outlives the page (kept in IndexedDB, which
 * the library polls every 800 ms for other tabs' changes).
 */
export async function openFirebase(config: SiteConfig['identity']): Promise<Identity> {
  const { auth, popups } = await openAuth(config)
  // Of its emails and text messages, and of reCAPTCHA.
  auth.languageCode = LANGUAGE
  const secondFactor = createSecondFactor(auth)
  return {
    signIn: ({ email, password }) =>
      secondFactor.resultOf(signInWithEmailAndPassword(auth, email, password)),
    signUp: ({ name, email, password }) => signUp(auth, { name, email, password }),
    signInWithGoogle: () =>
      secondFactor.resultOf(signInWithPopup(auth, chooseGoogleAccount(), popups)),
    sendSecondFactorCode: () => secondFactor.sendCode(),
    async confirmSecondFactorCode({ code }) {
      await secondFactor.confirm(code)
      return { kind: 'signedIn' }
    },
    sendPasswordReset: ({ email }) => sendPasswordResetEmail(auth, email, continueAt()),
    verifyPasswordResetCode: async ({ code }) => ({
      email: await verifyPasswordResetCode(auth, code),
    }),
    async confirmPasswordReset({ code, password }) {
      await confirmPasswordReset(auth, code, password)
      await nextSecond()
    },
    confirmEmail: ({ code }) => confirmEmail(auth, code),
    freshIdToken: ({ force }) => freshIdToken(auth, force),
    ...createOwnAccount(auth, popups, secondFactor),
    signOut: () => signOut(auth),
    onIdentityChanged: (listener) => watch(auth, listener),
  }
}

async function confirmEmail(auth: Auth, code: string): Promise<AppliedLink> {
  const { operation, data } = await checkActionCode(auth, code)
  await auth.authStateReady()
  const changes = operation === ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL
  const owner = changes ? data.previousEmail : data.email
  const needsOwner = changes || operation === ActionCodeOperation.VERIFY_EMAIL
  if (needsOwner && owner !== auth.currentUser?.email) {
    // A recipient of a link to a new address, perhaps a mistyped one, must not learn the old
    // address.
    throw new LoginRequiredError(changes ? null : (owner ?? null))
  }
  await applyActionCode(auth, code)
  return changes && data.email ? { kind: 'changed', email: data.email } : { kind: 'confirmed' }
}

async function openAuth({
  mode,
  apiKey,
  authDomain,
  projectId,
  appId,
}: SiteConfig['identity']): Promise<{ auth: Auth; popups: PopupRedirectResolver }> {
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence]
  const options = { apiKey, authDomain, projectId, appId }
  if (mode === 'firebase') {
    const popups = browserPopupRedirectResolver
    // Passed here, because it loads Google's scripts before the click, which some browsers require.
    const auth = initializeAuth(initializeApp(options), {
      persistence,
      popupRedirectResolver: popups,
    })
    return { auth, popups }
  }
  const { LocalPopupResolver } = await import('./local-popup.ts')
  const auth = initializeAuth(initializeApp(options), { persistence })
  connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  return { auth, popups: LocalPopupResolver }
}

async function signUp(
  auth: Auth,
  { name, email, password }: Parameters<Identity['signUp']>[0],
): Promise<SignInResult> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  try {
    await setProfile(user, { displayName: name })
  } catch (error) {
    // An account without its name would block a second attempt.
    await user.delete().catch(() => signOut(auth))
    throw error
  }
  return { kind: 'signedIn' }
}

async function freshIdToken(auth: Auth, force: boolean) {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user?.email) return null
  try {
    return { email: user.email, idToken: await user.getIdToken(force) }
  } catch (error) {
    if (!isSessionOver(error)) throw error
    await signOut(auth)
    return null
  }
}

function watch(auth: Auth, listener: (email: string | null) => void) {
  let known: string | null | undefined
  return onAuthStateChanged(auth, (user) => {
    const email = user?.email ?? null
    const isFirst = known === undefined
    const isNews = email !== known
    known = email
    if (isNews && !isFirst) listener(email)
  })
}
