import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { AdminResponse, LoginForm, SignUpForm, User } from '#contract/identity/users.ts'
import { codeOf, failure, messageOf, notProvided } from '../actors.ts'

/** The identity provider's answer to an attempt to log in. */
export type SignInResult =
  | { kind: 'signedIn' }
  | { kind: 'secondFactorRequired'; phoneHint: string }

/** The users that a refused page is for: doctors, staff and admins, or admins only. */
export type PageRefusal = 'doctorsOnly' | 'staffOnly' | 'adminsOnly'

export interface AuthContext {
  user: User | null
  /** The masked phone number to which the code is sent: '+*******0100'. */
  phoneHint: string | null
  /** The last failure, in the provider's or the server's words. */
  message: string | null
  /** The provider's code for it: 'auth/invalid-credential'. */
  code: string | null
  /**
   * Why the last session ended in this tab, which decides where to redirect: the user logged out, opened a
   * page that their role may not see, or the provider's session ended. Null during a session, and when it
   * ended in another tab.
   */
  ended: 'left' | PageRefusal | 'expired' | null
}

/** The form, and the path of the page that led to it. */
export type SignUp = SignUpForm & { returnTo?: string | undefined }

export type AuthEvent =
  /** The login or sign-up page opens; an earlier message is dropped. */
  | { type: 'form.open' }
  /** 'Login' with email and password. */
  | { type: 'password.submit'; form: LoginForm }
  /** 'Continue with Google' opens Google's window, or opens it again. */
  | { type: 'google.choose' }
  /** 'Sign Up' with name, email and password. */
  | { type: 'signUp.submit'; form: SignUp }
  /** 'Forget Password?' requests a reset link. */
  | { type: 'reset.request'; email: string }
  /** The 'Check your email' dialog is closed. */
  | { type: 'reset.acknowledge' }
  /** The code from the phone is submitted. */
  | { type: 'code.submit'; code: string }
  /** 'Send a new code' */
  | { type: 'code.resend' }
  /** The user cancels the code step, and with it the login. */
  | { type: 'code.cancel' }
  /** 'Try again' after the network or the server failed. */
  | { type: 'retry' }
  /** 'Logout', or 'Log out instead' when the session cannot be restored. */
  | { type: 'logout' }
  /** A user opens a page for another role, or the server answers one of its calls with 403. */
  | { type: 'page.refuse'; reason: PageRefusal }
  /** The access token is rejected by the server, or about to expire. */
  | { type: 'session.expired' }
  /** Another tab logged in. */
  | { type: 'session.startedElsewhere'; user: User }
  /** Another tab, or the provider, ended the session. */
  | { type: 'session.endedElsewhere' }

const CANCELED: ReadonlySet<string> = new Set([
  'auth/cancelled-popup-request',
  'auth/popup-closed-by-user',
  'auth/user-cancelled',
])

const signInResult = ({ event }: { event: { output: SignInResult } }) => ({ result: event.output })
const userOf = <U extends User | null>({ event }: { event: { output: U } }) => ({
  user: event.output,
})

/** The user of the app: restoring a session, logging in, signing up, second factor, renewal, logout. */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
  },
  actors: {
    /** The session of an earlier visit, renewed if necessary; null without one. */
    restoreSession: fromPromise<User | null>(notProvided('restoreSession')),
    /** Sends an event when a session begins or ends outside the machine, as in another tab. */
    watchSession: fromCallback<AuthEvent>(() => {}),
    /** Logs in at the provider. */
    signInWithPassword: fromPromise<SignInResult, LoginForm>(notProvided('signInWithPassword')),
    /** Opens Google's window and waits for the user. */
    signInWithGoogle: fromPromise<SignInResult>(notProvided('signInWithGoogle')),
    /** Creates an account with a name at the provider. */
    signUp: fromPromise<SignInResult, SignUp>(notProvided('signUp')),
    /** Has the provider email a reset link. */
    sendPasswordReset: fromPromise<void, { email: string }>(notProvided('sendPasswordReset')),
    /** Has the provider text a code to the account's phone. */
    sendCode: fromPromise<void>(notProvided('sendCode')),
    /** Checks the submitted code at the provider. */
    confirmCode: fromPromise<SignInResult, { code: string }>(notProvided('confirmCode')),
    /** Exchanges the provider's ID token for our access token: `PUT /users/{email}`. */
    exchangeToken: fromPromise<User>(notProvided('exchangeToken')),
    /** `GET /admin/{email}` */
    askRole: fromPromise<AdminResponse, { email: string }>(notProvided('askRole')),
    /** A new access token; null when the provider's session has ended. */
    renewToken: fromPromise<User | null>(notProvided('renewToken')),
    /** Ends the session here and at the provider; does not fail when offline. */
    signOut: fromPromise<void>(notProvided('signOut')),
  },
  guards: {
    needsCode: (_, { result }: { result: SignInResult }) => result.kind === 'secondFactorRequired',
    hasUser: (_, { user }: { user: User | null }) => user !== null,
    isAdmin: (_, { admin }: AdminResponse) => admin,
    isStaff: (_, { staff = false }: AdminResponse) => staff,
    isDoctor: (_, { doctor = false }: AdminResponse) => doctor,
    /** Whether the user closed Google's window, or opened it again: not a failure. */
    isCanceled: (_, { error }: { error: unknown }) => CANCELED.has(codeOf(error) ?? ''),
    isOtherUser: ({ context }, { user }: { user: User }) => user.email !== context.user?.email,
  },
  actions: {
    forgetMessage: assign({ message: null, code: null }),
    forgetUser: assign({ user: null, phoneHint: null }),
    assignMessage: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
      code: codeOf(error),
    })),
    assignUser: assign({
      user: (_, { user }: { user: User | null }) => user,
      phoneHint: null,
      message: null,
      code: null,
      ended: null,
    }),
    assignLeaving: assign({ ended: 'left' }),
    assignRefusal: assign({
      ended: ({ event }) => {
        assertEvent(event, 'page.refuse')
        return event.reason
      },
    }),
    assignExpiry: assign({ ended: 'expired' }),
    assignPhoneHint: assign({
      phoneHint: (_, { result }: { result: SignInResult }) =>
        result.kind === 'secondFactorRequired' ? result.phoneHint : null,
    }),
  },
  delays: {
    /** Well within the hour that an access token is valid. */
    renewal: 50 * 60_000,
    renewalRetry: 30_000,
  },
}).createMachine({
  id: 'auth',
  context: { user: null, phoneHint: null, message: null, code: null, ended: null },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Who uses the app is being found out.',
      initial: 'restoring',
      states: {
        restoring: {
          description: 'Looking for the session of an earlier visit; a spinner is shown.',
          on: { logout: { target: '#auth.guest.signingOut', actions: 'assignLeaving' } },
          invoke: {
            id: 'restoreSession',
            src: 'restoreSession',
            onDone: [
              {
                guard: { type: 'hasUser', params: userOf },
                target: '#auth.user',
                actions: { type: 'assignUser', params: userOf },
              },
              { target: '#auth.guest' },
            ],
            onError: {
              target: 'restoreFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        restoreFailed: {
          description: 'There is a session to renew, but the network or the server is down.',
          on: {
            retry: { target: 'restoring', actions: 'forgetMessage' },
            logout: { target: '#auth.guest.signingOut', actions: 'assignLeaving' },
            'session.startedElsewhere': {
              target: '#auth.user',
              actions: { type: 'assignUser', params: ({ event }) => event },
            },
            'session.endedElsewhere': { target: '#auth.guest', actions: 'forgetMessage' },
          },
        },
      },
    },
    guest: {
      description: 'No user is logged in.',
      initial: 'login',
      states: {
        login: {
          description: 'The login, sign-up and reset forms.',
          initial: 'form',
          on: {
            'session.startedElsewhere': {
              target: '#auth.user',
              actions: { type: 'assignUser', params: ({ event }) => event },
            },
          },
          states: {
            form: {
              description: 'The login or sign-up form waits for input.',
              initial: 'untouched',
              on: {
                'form.open': { target: '.untouched', actions: 'forgetMessage' },
                'password.submit': { target: 'signingIn', actions: 'forgetMessage' },
                'google.choose': { target: 'signingInWithGoogle', actions: 'forgetMessage' },
                'signUp.submit': { target: 'signingUp', actions: 'forgetMessage' },
                'reset.request': { target: 'sendingReset', actions: 'forgetMessage' },
              },
              states: {
                untouched: { description: 'Nothing has failed.' },
                refused: {
                  description: 'The provider or the server refused; its message is shown.',
                },
              },
            },
            signingIn: {
              description: 'The provider checks email and password.',
              invoke: {
                id: 'signInWithPassword',
                src: 'signInWithPassword',
                input: ({ event }) => {
                  assertEvent(event, 'password.submit')
                  return event.form
                },
                onDone: [
                  {
                    guard: { type: 'needsCode', params: signInResult },
                    target: '#auth.guest.secondFactor',
                    actions: { type: 'assignPhoneHint', params: signInResult },
                  },
                  { target: '#auth.guest.exchanging' },
                ],
                onError: {
                  target: 'form.refused',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            signingInWithGoogle: {
              description: "Google's window is open, or has just been closed.",
              on: {
                'google.choose': { target: 'signingInWithGoogle', reenter: true },
                // The provider may take many seconds to notice that the window was closed.
                'password.submit': 'signingIn',
                'signUp.submit': 'signingUp',
                'reset.request': 'sendingReset',
              },
              invoke: {
                id: 'signInWithGoogle',
                src: 'signInWithGoogle',
                onDone: [
                  {
                    guard: { type: 'needsCode', params: signInResult },
                    target: '#auth.guest.secondFactor',
                    actions: { type: 'assignPhoneHint', params: signInResult },
                  },
                  { target: '#auth.guest.exchanging' },
                ],
                onError: [
                  { guard: { type: 'isCanceled', params: failure }, target: 'form' },
                  {
                    target: 'form.refused',
                    actions: { type: 'assignMessage', params: failure },
                  },
                ],
              },
            },
            signingUp: {
              description: 'The provider creates the account.',
              invoke: {
                id: 'signUp',
                src: 'signUp',
                input: ({ event }) => {
                  assertEvent(event, 'signUp.submit')
                  return event.form
                },
                onDone: '#auth.guest.exchanging',
                onError: {
                  target: 'form.refused',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            sendingReset: {
              description: 'The provider is asked to email a reset link.',
              invoke: {
                id: 'sendPasswordReset',
                src: 'sendPasswordReset',
                input: ({ event }) => {
                  assertEvent(event, 'reset.request')
                  return { email: event.email }
                },
                onDone: 'resetSent',
                onError: {
                  target: 'form.refused',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            resetSent: {
              description: "The 'Check your email' dialog is open.",
              on: { 'reset.acknowledge': 'form' },
            },
          },
        },
        secondFactor: {
          description: 'The password is right; the account also needs a code from its phone.',
          initial: 'sendingCode',
          on: {
            'code.cancel': { target: 'signingOut', actions: 'forgetMessage' },
            'session.startedElsewhere': {
              target: '#auth.user',
              actions: { type: 'assignUser', params: ({ event }) => event },
            },
          },
          states: {
            sendingCode: {
              description: 'The provider is asked to text a code.',
              invoke: {
                id: 'sendCode',
                src: 'sendCode',
                onDone: 'awaitingCode',
                onError: {
                  target: 'codeNotSent',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            codeNotSent: {
              description: 'No code was sent; the user can request one again.',
              on: { 'code.resend': { target: 'sendingCode', actions: 'forgetMessage' } },
            },
            awaitingCode: {
              description: 'The form waits for the code.',
              initial: 'untouched',
              on: {
                'code.submit': { target: 'confirmingCode', actions: 'forgetMessage' },
                'code.resend': { target: 'sendingCode', actions: 'forgetMessage' },
              },
              states: {
                untouched: { description: 'No code has been submitted.' },
                refused: { description: "The code was wrong; the provider's message is shown." },
              },
            },
            confirmingCode: {
              description: 'The provider checks the code.',
              invoke: {
                id: 'confirmCode',
                src: 'confirmCode',
                input: ({ event }) => {
                  assertEvent(event, 'code.submit')
                  return { code: event.code }
                },
                onDone: '#auth.guest.exchanging',
                onError: {
                  target: 'awaitingCode.refused',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
          },
        },
        exchanging: {
          description: 'The user is logged in at the provider; our server issues its own token.',
          invoke: {
            id: 'exchangeToken',
            src: 'exchangeToken',
            onDone: { target: '#auth.user', actions: { type: 'assignUser', params: userOf } },
            onError: {
              target: 'login.form.refused',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        signingOut: {
          description: 'The session ends here, in other tabs and at the provider.',
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: { target: '#auth.guest', actions: 'forgetUser' },
            onError: { target: '#auth.guest', actions: 'forgetUser' },
          },
        },
      },
    },
    user: {
      description: 'A user is logged in: their role and the age of the token, side by side.',
      type: 'parallel',
      on: {
        logout: { target: '#auth.guest.signingOut', actions: 'assignLeaving' },
        'session.startedElsewhere': {
          guard: { type: 'isOtherUser', params: ({ event }) => event },
          target: '#auth.user',
          actions: { type: 'assignUser', params: ({ event }) => event },
        },
        'session.endedElsewhere': { target: '#auth.guest', actions: 'forgetUser' },
      },
      states: {
        role: {
          description: 'Whether the user is an admin, staff or a doctor.',
          initial: 'asking',
          states: {
            asking: {
              description: 'The server is asked for the role.',
              invoke: {
                id: 'askRole',
                src: 'askRole',
                input: ({ context }) => ({ email: context.user?.email ?? '' }),
                onDone: [
                  {
                    guard: { type: 'isAdmin', params: ({ event }) => event.output },
                    target: 'admin',
                  },
                  {
                    guard: { type: 'isStaff', params: ({ event }) => event.output },
                    target: 'staff',
                  },
                  {
                    guard: { type: 'isDoctor', params: ({ event }) => event.output },
                    target: 'doctor',
                  },
                  { target: 'patient' },
                ],
                onError: {
                  target: 'unknown',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            unknown: {
              description: 'The server did not answer; the user can ask again.',
              on: { retry: { target: 'asking', actions: 'forgetMessage' } },
            },
            patient: {
              description: 'A parent or patient.',
              on: {
                'page.refuse': { target: '#auth.guest.signingOut', actions: 'assignRefusal' },
              },
            },
            doctor: {
              description: 'A doctor of the clinic, until the server refuses a call.',
              on: {
                'page.refuse': { target: '#auth.guest.signingOut', actions: 'assignRefusal' },
              },
            },
            staff: {
              description: 'Staff of the front desk, until the server refuses a call.',
              on: {
                'page.refuse': { target: '#auth.guest.signingOut', actions: 'assignRefusal' },
              },
            },
            admin: {
              description: 'An administrator of the clinic, until the server refuses a call.',
              on: {
                'page.refuse': { target: '#auth.guest.signingOut', actions: 'assignRefusal' },
              },
            },
          },
        },
        token: {
          description: 'The age of the access token.',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'The access token is valid.',
              after: { renewal: 'renewing' },
              on: { 'session.expired': 'renewing' },
            },
            renewing: {
              description: "The provider's session is exchanged for a new access token.",
              invoke: {
                id: 'renewToken',
                src: 'renewToken',
                onDone: [
                  {
                    guard: { type: 'hasUser', params: userOf },
                    target: 'fresh',
                    actions: { type: 'assignUser', params: userOf },
                  },
                  { target: '#auth.guest.signingOut', actions: 'assignExpiry' },
                ],
                onError: 'renewalFailed',
              },
            },
            renewalFailed: {
              description: 'The network or the server is down; the renewal is retried.',
              after: { renewalRetry: 'renewing' },
              on: { 'session.expired': 'renewing' },
            },
          },
        },
      },
    },
  },
})
