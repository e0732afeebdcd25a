import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { LoginForm, SignUpForm, User } from '../server/contract/users.ts'
import { messageOf, notProvided } from './not-provided.ts'

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
  | { type: 'password.submit'; form: LoginForm }
  | { type: 'google.choose' }
  | { type: 'signUp.submit'; form: SignUpForm }
  /** 'Forget Password?' */
  | { type: 'reset.request'; email: string }
  /** 'Check your email' was read. */
  | { type: 'reset.acknowledge' }
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'code.cancel' }
  /** Once more, after the network or the server failed. */
  | { type: 'retry' }
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

/** Who is using the app: restoring, signing in and up, second factor, renewing, signing out (design section 9). */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
  },
  actors: {
    /** The session of an earlier visit, renewed if need be; null when there is none. */
    restoreSession: fromPromise<User | null>(notProvided('restoreSession')),
    /** Tells of sessions that begin or end in other tabs, for as long as the machine runs. */
    watchSession: fromCallback<AuthEvent>(() => {}),
    signInWithPassword: fromPromise<SignInResult, LoginForm>(notProvided('signInWithPassword')),
    signInWithGoogle: fromPromise<SignInResult>(notProvided('signInWithGoogle')),
    signUp: fromPromise<SignInResult, SignUpForm>(notProvided('signUp')),
    sendPasswordReset: fromPromise<void, { email: string }>(notProvided('sendPasswordReset')),
    sendCode: fromPromise<void>(notProvided('sendCode')),
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
}).createMachine({
  id: 'auth',
  context: { user: null, phoneHint: null, message: null, ended: null },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Nobody knows yet whether somebody is signed in: a spinner.',
      on: { logout: { target: 'signingOut', actions: 'rememberLeaving' } },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => ({ user: event.output }) },
            target: 'signedIn',
            actions: { type: 'rememberUser', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: {
          target: 'restoreFailed',
          actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    restoreFailed: {
      description: 'There is a session to renew, but the network or the server is down.',
      on: {
        retry: { target: 'restoring', actions: 'forgetMessage' },
        logout: { target: 'signingOut', actions: 'rememberLeaving' },
        'session.startedElsewhere': {
          target: 'signedIn',
          actions: { type: 'rememberUser', params: ({ event }) => event },
        },
        'session.endedElsewhere': { target: 'signedOut', actions: 'forgetMessage' },
      },
    },
    signedOut: {
      description: 'Nobody is signed in.',
      initial: 'form',
      on: {
        'session.startedElsewhere': {
          target: 'signedIn',
          actions: { type: 'rememberUser', params: ({ event }) => event },
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
            untouched: { description: 'Nothing went wrong so far.' },
            refused: { description: 'The provider or the server said no: its message is shown.' },
          },
        },
        signingIn: {
          description: 'Email and password are with the provider.',
          invoke: {
            id: 'signInWithPassword',
            src: 'signInWithPassword',
            input: ({ event }) => {
              if (event.type !== 'password.submit') throw new Error(`Unexpected ${event.type}`)
              return event.form
            },
            onDone: [
              {
                guard: { type: 'needsCode', params: ({ event }) => ({ result: event.output }) },
                target: '#auth.secondFactor',
                actions: {
                  type: 'rememberPhoneHint',
                  params: ({ event }) => ({ result: event.output }),
                },
              },
              { target: '#auth.exchanging' },
            ],
            onError: {
              target: 'form.refused',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        signingInWithGoogle: {
          description: "Google's window is open, or closed so lately that nobody knows yet.",
          on: { 'google.choose': { target: 'signingInWithGoogle', reenter: true } },
          invoke: {
            id: 'signInWithGoogle',
            src: 'signInWithGoogle',
            onDone: [
              {
                guard: { type: 'needsCode', params: ({ event }) => ({ result: event.output }) },
                target: '#auth.secondFactor',
                actions: {
                  type: 'rememberPhoneHint',
                  params: ({ event }) => ({ result: event.output }),
                },
              },
              { target: '#auth.exchanging' },
            ],
            onError: {
              target: 'form.refused',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        signingUp: {
          description: 'The new account is being made at the provider.',
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => {
              if (event.type !== 'signUp.submit') throw new Error(`Unexpected ${event.type}`)
              return event.form
            },
            onDone: '#auth.exchanging',
            onError: {
              target: 'form.refused',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        sendingReset: {
          description: 'The provider is asked to send a reset link.',
          invoke: {
            id: 'sendPasswordReset',
            src: 'sendPasswordReset',
            input: ({ event }) => {
              if (event.type !== 'reset.request') throw new Error(`Unexpected ${event.type}`)
              return { email: event.email }
            },
            onDone: 'resetSent',
            onError: {
              target: 'form.refused',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        resetSent: {
          description: "The alert 'Check your email' is up.",
          on: { 'reset.acknowledge': 'form' },
        },
      },
    },
    secondFactor: {
      description: 'The password was right; the account also wants a code sent to its phone.',
      initial: 'sendingCode',
      on: {
        'code.cancel': { target: 'signingOut', actions: 'forgetMessage' },
        'session.startedElsewhere': {
          target: 'signedIn',
          actions: { type: 'rememberUser', params: ({ event }) => event },
        },
      },
      states: {
        sendingCode: {
          description: 'The provider is asked to send a code.',
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            onDone: 'awaitingCode',
            onError: {
              target: 'codeNotSent',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        codeNotSent: {
          description: 'No code is on its way; the visitor may ask again.',
          on: { 'code.resend': { target: 'sendingCode', actions: 'forgetMessage' } },
        },
        awaitingCode: {
          description: 'The visitor reads the code from the phone.',
          initial: 'untouched',
          on: {
            'code.submit': { target: 'confirmingCode', actions: 'forgetMessage' },
            'code.resend': { target: 'sendingCode', actions: 'forgetMessage' },
          },
          states: {
            untouched: { description: 'No code was tried yet.' },
            refused: { description: "The code was wrong: the provider's message is shown." },
          },
        },
        confirmingCode: {
          description: 'The code is with the provider.',
          invoke: {
            id: 'confirmCode',
            src: 'confirmCode',
            input: ({ event }) => {
              if (event.type !== 'code.submit') throw new Error(`Unexpected ${event.type}`)
              return { code: event.code }
            },
            onDone: '#auth.exchanging',
            onError: {
              target: 'awaitingCode.refused',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    exchanging: {
      description: 'The provider knows the visitor; our server is asked for its own token.',
      invoke: {
        id: 'exchangeToken',
        src: 'exchangeToken',
        onDone: {
          target: 'signedIn',
          actions: { type: 'rememberUser', params: ({ event }) => ({ user: event.output }) },
        },
        onError: {
          target: 'signedOut.form.refused',
          actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    signedIn: {
      description:
        'Somebody is signed in: what they may do, and how fresh the token is, side by side.',
      type: 'parallel',
      on: {
        logout: { target: 'signingOut', actions: 'rememberLeaving' },
        'session.startedElsewhere': {
          guard: { type: 'isSomebodyElse', params: ({ event }) => event },
          target: 'signedIn',
          reenter: true,
          actions: { type: 'rememberUser', params: ({ event }) => event },
        },
        'session.endedElsewhere': { target: 'signedOut', actions: 'forgetUser' },
      },
      states: {
        role: {
          initial: 'asking',
          states: {
            asking: {
              description: 'The server is asked whether this is an admin.',
              invoke: {
                id: 'askRole',
                src: 'askRole',
                input: ({ context }) => ({ email: context.user?.email ?? '' }),
                onDone: [
                  {
                    guard: { type: 'isAdmin', params: ({ event }) => event.output },
                    target: 'admin',
                  },
                  { target: 'patient' },
                ],
                onError: {
                  target: 'unknown',
                  actions: {
                    type: 'rememberMessage',
                    params: ({ event }) => ({ error: event.error }),
                  },
                },
              },
            },
            unknown: {
              description: 'The server could not say; the visitor may ask again.',
              on: { retry: { target: 'asking', actions: 'forgetMessage' } },
            },
            patient: {
              description: 'A parent or patient.',
              on: {
                'page.refuse': {
                  target: '#auth.signingOut',
                  actions: 'rememberRefusal',
                },
              },
            },
            admin: {
              description: 'An administrator of the clinic, for as long as the server says so.',
              on: {
                'page.refuse': {
                  target: '#auth.signingOut',
                  actions: 'rememberRefusal',
                },
              },
            },
          },
        },
        token: {
          initial: 'fresh',
          states: {
            fresh: {
              description: 'The access token is accepted.',
              after: { renewal: 'renewing' },
              on: { 'session.expired': 'renewing' },
            },
            renewing: {
              description:
                "A new access token is fetched on the strength of the provider's session.",
              invoke: {
                id: 'renewToken',
                src: 'renewToken',
                onDone: [
                  {
                    guard: { type: 'isSomebody', params: ({ event }) => ({ user: event.output }) },
                    target: 'fresh',
                    actions: {
                      type: 'rememberUser',
                      params: ({ event }) => ({ user: event.output }),
                    },
                  },
                  { target: '#auth.signingOut', actions: 'rememberExpiry' },
                ],
                onError: 'renewalFailed',
              },
            },
            renewalFailed: {
              description: 'Network or server are down; tried again on its own.',
              after: { renewalRetry: 'renewing' },
              on: { 'session.expired': 'renewing' },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'The session ends here, in other tabs and at the provider.',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: 'forgetUser' },
        onError: { target: 'signedOut', actions: 'forgetUser' },
      },
    },
  },
})
