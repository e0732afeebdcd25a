import { FirebaseError, initializeApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getMultiFactorResolver,
  indexedDBLocalPersistence,
  initializeAuth,
  type MultiFactorError,
  onAuthStateChanged,
  type PopupRedirectResolver,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
  verifyPasswordResetCode,
} from 'firebase/auth'
import type { SiteConfig } from '../../server/contract/config.ts'
import type { Identity, SignInResult } from './port.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'

/** The provider has ended the session, whatever this browser remembers. */
const SESSION_OVER = new Set([
  'auth/invalid-refresh-token',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/user-token-expired',
])

/**
 * The identity provider on Firebase Auth. The session outlives the page (kept in IndexedDB, which
 * the library polls every 800 ms for other tabs' changes: spec section 9).
 */
export async function openFirebase(config: SiteConfig['identity']): Promise<Identity> {
  const { auth, popups } = await openAuth(config)
  const secondFactor = createSecondFactor(auth)
  return {
    signIn: ({ email, password }) =>
      resultOf(signInWithEmailAndPassword(auth, email, password), auth, secondFactor),
    signUp: ({ name, email, password }) => signUp(auth, { name, email, password }),
    signInWithGoogle: () =>
      resultOf(signInWithPopup(auth, chooseGoogleAccount(), popups), auth, secondFactor),
    sendSecondFactorCode: () => secondFactor.sendCode(),
    async confirmSecondFactorCode({ code }) {
      await secondFactor.confirm(code)
      return { kind: 'signedIn' }
    },
    sendPasswordReset: ({ email }) => sendPasswordResetEmail(auth, email),
    verifyPasswordResetCode: async ({ code }) => ({
      email: await verifyPasswordResetCode(auth, code),
    }),
    confirmPasswordReset: ({ code, password }) => confirmPasswordReset(auth, code, password),
    freshIdToken: ({ force }) => freshIdToken(auth, force),
    updateProfile: (profile) => changeProfile(auth, profile),
    signOut: () => signOut(auth),
    onIdentityChanged: (listener) => watch(auth, listener),
  }
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
    // Given at once, it loads Google's scripts ahead of the click where browsers insist on that.
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

async function resultOf(
  attempt: Promise<unknown>,
  auth: Auth,
  secondFactor: SecondFactor,
): Promise<SignInResult> {
  try {
    await attempt
    return { kind: 'signedIn' }
  } catch (error) {
    if (!requiresSecondFactor(error)) throw error
    return secondFactor.begin(getMultiFactorResolver(auth, error))
  }
}

function requiresSecondFactor(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required'
}

async function signUp(
  auth: Auth,
  { name, email, password }: Parameters<Identity['signUp']>[0],
): Promise<SignInResult> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  try {
    await setProfile(user, { displayName: name })
  } catch (error) {
    // Without its name the account would be in the way of a second attempt.
    await user.delete().catch(() => signOut(auth))
    throw error
  }
  return { kind: 'signedIn' }
}

function chooseGoogleAccount() {
  return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
}

async function freshIdToken(auth: Auth, force: boolean) {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user?.email) return null
  try {
    return { email: user.email, idToken: await user.getIdToken(force) }
  } catch (error) {
    if (!(error instanceof FirebaseError) || !SESSION_OVER.has(error.code)) throw error
    await signOut(auth)
    return null
  }
}

async function changeProfile(
  auth: Auth,
  { name, photo }: Parameters<Identity['updateProfile']>[0],
) {
  await auth.authStateReady()
  if (!auth.currentUser) throw new Error('No user is logged in')
  // An empty text removes the photo; null would leave it as it is.
  await setProfile(auth.currentUser, { displayName: name, photoURL: photo ?? '' })
}

async function setProfile(user: User, profile: Parameters<typeof updateProfile>[1]) {
  await updateProfile(user, profile)
  // The token in hand still carries the profile from before.
  await user.getIdToken(true)
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
