import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { LoginForm, SignUpForm, User } from '../../contract/users.ts'
import { messageOf, notProvided } from '../not-provided.ts'

/** What the identity provider says of an attempt to sign in. */
export type SignInResult =
  | { kind: 'signedIn' }
  | { kind: 'secondFactorRequired'; phoneHint: string }

export interface AuthContext {
  user: User | null
  /** Where the code of the second factor goes, as far as the provider tells: '+*******0100'. */
  phoneHint: string | null
  /** The provider's (or the server's) message about the last failure. */
  message: string | null
  /**
   * Why the last session ended here, which decides where to go now: the visitor logged out, asked
   * for a page that is not theirs, or the provider's session was over. Null while one lasts, and
   * when it ended elsewhere.
   */
  ended: 'left' | 'refused' | 'expired' | null
}

export type AuthEvent =
  /** A login or sign-up page opened: an earlier message no longer belongs there. */
  | { type: 'form.open' }
  /** 'Login' with email and password. */
  | { type: 'password.submit'; form: LoginForm }
  /** 'Continue with Google', which opens its window, or brings it back. */
  | { type: 'google.choose' }
  /** 'Sign Up' with name, email and password. */
  | { type: 'signUp.submit'; form: SignUpForm }
  /** 'Forget Password?' asks for a reset link. */
  | { type: 'reset.request'; email: string }
  /** 'Check your email' was read. */
  | { type: 'reset.acknowledge' }
  /** The code from the phone was typed. */
  | { type: 'code.submit'; code: string }
  /** 'Send a new code' */
  | { type: 'code.resend' }
  /** The visitor gives up on the code, and so on signing in. */
  | { type: 'code.cancel' }
  /** Once more, after the network or the server failed. */
  | { type: 'retry' }
  /** 'Logout', or 'Log out instead' when the session cannot be restored. */
  | { type: 'logout' }
  /**
   * A patient asked for a page of the admins (spec section 6), or the server no longer takes the
   * visitor for an admin (design section 6.3).
   */
  | { type: 'page.refuse' }
  /** The server no longer accepts the access token, or will not for much longer. */
  | { type: 'session.expired' }
  /** Another tab signed in. */
  | { type: 'session.startedElsewhere'; user: User }
  /** Another tab, or the provider, ended the session. */
  | { type: 'session.endedElsewhere' }

/** What the auth machine is made of: its ports, guards, actions and times. */
export const authSetup = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
  },
  actors: {
    /** The session of an earlier visit, renewed if need be; null when there is none. */
    restoreSession: fromPromise<User | null>(notProvided('restoreSession')),
    /** Tells of sessions that begin or end in other tabs, for as long as the machine runs. */
    watchSession: fromCallback<AuthEvent>(() => {}),
    /** Email and password to the provider. */
    signInWithPassword: fromPromise<SignInResult, LoginForm>(notProvided('signInWithPassword')),
    /** Google's window. */
    signInWithGoogle: fromPromise<SignInResult>(notProvided('signInWithGoogle')),
    /** A new account at the provider, with its name. */
    signUp: fromPromise<SignInResult, SignUpForm>(notProvided('signUp')),
    /** A reset link to the typed email. */
    sendPasswordReset: fromPromise<void, { email: string }>(notProvided('sendPasswordReset')),
    /** A code to the phone of the account. */
    sendCode: fromPromise<void>(notProvided('sendCode')),
    /** The code that was typed, to the provider. */
    confirmCode: fromPromise<SignInResult, { code: string }>(notProvided('confirmCode')),
    /** The provider's ID token for our access token: `PUT /users/{email}`. */
    exchangeToken: fromPromise<User>(notProvided('exchangeToken')),
    /** `GET /admin/{email}`. */
    askRole: fromPromise<{ admin: boolean }, { email: string }>(notProvided('askRole')),
    /** A new access token while the provider's session lives; null when it has ended. */
    renewToken: fromPromise<User | null>(notProvided('renewToken')),
    /** Ends the session here and at the provider; never fails for want of a network. */
    signOut: fromPromise<void>(notProvided('signOut')),
  },
  guards: {
    needsCode: (_, { result }: { result: SignInResult }) => result.kind === 'secondFactorRequired',
    isSomebody: (_, { user }: { user: User | null }) => user !== null,
    isAdmin: (_, { admin }: { admin: boolean }) => admin,
    isSomebodyElse: ({ context }, { user }: { user: User }) => user.email !== context.user?.email,
  },
  actions: {
    forgetMessage: assign({ message: null }),
    forgetUser: assign({ user: null, phoneHint: null }),
    rememberMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    rememberUser: assign({
      user: (_, { user }: { user: User | null }) => user,
      phoneHint: null,
      message: null,
      ended: null,
    }),
    rememberLeaving: assign({ ended: 'left' }),
    rememberRefusal: assign({ ended: 'refused' }),
    rememberExpiry: assign({ ended: 'expired' }),
    rememberPhoneHint: assign({
      phoneHint: (_, { result }: { result: SignInResult }) =>
        result.kind === 'secondFactorRequired' ? result.phoneHint : null,
    }),
  },
  delays: {
    /** The access token lives an hour (design section 11): renewed well before. */
    renewal: 50 * 60_000,
    renewalRetry: 30_000,
  },
})
