import type { User } from '../../contract/users.ts'
import { failTo } from '../answers.ts'
import { authSetup, type SignInResult } from './auth-setup.ts'

const attempt = ({ event }: { event: { output: SignInResult } }) => ({ result: event.output })

/** The provider knows the visitor, but may want a code as well. */
const knownTo = [
  {
    guard: { type: 'needsCode', params: attempt },
    target: '#auth.secondFactor',
    actions: { type: 'rememberPhoneHint', params: attempt },
  },
  { target: '#auth.exchanging' },
] as const

const answer = <U extends User | null>({ event }: { event: { output: U } }) => ({
  user: event.output,
})

/** An answer that says who the visitor is. */
function welcomeTo<Target extends string>(target: Target) {
  return { target, actions: { type: 'rememberUser', params: answer } } as const
}

/** Another tab has signed in; this one follows. */
const follow = {
  target: '#auth.signedIn',
  actions: { type: 'rememberUser', params: ({ event }: { event: { user: User } }) => event },
} as const

const leave = { target: '#auth.signingOut', actions: 'rememberLeaving' } as const
const refuse = { target: '#auth.signingOut', actions: 'rememberRefusal' } as const

const signedOut = authSetup.createStateConfig({
  description: 'Nobody is signed in.',
  initial: 'form',
  on: { 'session.startedElsewhere': follow },
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
        onDone: knownTo,
        onError: failTo('form.refused'),
      },
    },
    signingInWithGoogle: {
      description: "Google's window is open, or closed so lately that nobody knows yet.",
      on: { 'google.choose': { target: 'signingInWithGoogle', reenter: true } },
      invoke: {
        id: 'signInWithGoogle',
        src: 'signInWithGoogle',
        onDone: knownTo,
        onError: failTo('form.refused'),
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
        onError: failTo('form.refused'),
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
        onError: failTo('form.refused'),
      },
    },
    resetSent: {
      description: "The alert 'Check your email' is up.",
      on: { 'reset.acknowledge': 'form' },
    },
  },
})

const secondFactor = authSetup.createStateConfig({
  description: 'The password was right; the account also wants a code sent to its phone.',
  initial: 'sendingCode',
  on: {
    'code.cancel': { target: 'signingOut', actions: 'forgetMessage' },
    'session.startedElsewhere': follow,
  },
  states: {
    sendingCode: {
      description: 'The provider is asked to send a code.',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        onDone: 'awaitingCode',
        onError: failTo('codeNotSent'),
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
        onError: failTo('awaitingCode.refused'),
      },
    },
  },
})

const role = authSetup.createStateConfig({
  description: 'What the visitor may do.',
  initial: 'asking',
  states: {
    asking: {
      description: 'The server is asked whether this is an admin.',
      invoke: {
        id: 'askRole',
        src: 'askRole',
        input: ({ context }) => ({ email: context.user?.email ?? '' }),
        onDone: [
          { guard: { type: 'isAdmin', params: ({ event }) => event.output }, target: 'admin' },
          { target: 'patient' },
        ],
        onError: failTo('unknown'),
      },
    },
    unknown: {
      description: 'The server could not say; the visitor may ask again.',
      on: { retry: { target: 'asking', actions: 'forgetMessage' } },
    },
    patient: {
      description: 'A parent or patient.',
      on: { 'page.refuse': refuse },
    },
    admin: {
      description: 'An administrator of the clinic, for as long as the server says so.',
      on: { 'page.refuse': refuse },
    },
  },
})

const token = authSetup.createStateConfig({
  description: 'How fresh the access token is.',
  initial: 'fresh',
  states: {
    fresh: {
      description: 'The access token is accepted.',
      after: { renewal: 'renewing' },
      on: { 'session.expired': 'renewing' },
    },
    renewing: {
      description: "A new access token is fetched on the strength of the provider's session.",
      invoke: {
        id: 'renewToken',
        src: 'renewToken',
        onDone: [
          { guard: { type: 'isSomebody', params: answer }, ...welcomeTo('fresh') },
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
})

/** Who is using the app: restoring, signing in and up, second factor, renewing, signing out (design section 9). */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: { user: null, phoneHint: null, message: null, ended: null },
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Nobody knows yet whether somebody is signed in: a spinner.',
      on: { logout: leave },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          { guard: { type: 'isSomebody', params: answer }, ...welcomeTo('signedIn') },
          { target: 'signedOut' },
        ],
        onError: failTo('restoreFailed'),
      },
    },
    restoreFailed: {
      description: 'There is a session to renew, but the network or the server is down.',
      on: {
        retry: { target: 'restoring', actions: 'forgetMessage' },
        logout: leave,
        'session.startedElsewhere': follow,
        'session.endedElsewhere': { target: 'signedOut', actions: 'forgetMessage' },
      },
    },
    signedOut,
    secondFactor,
    exchanging: {
      description: 'The provider knows the visitor; our server is asked for its own token.',
      invoke: {
        id: 'exchangeToken',
        src: 'exchangeToken',
        onDone: welcomeTo('signedIn'),
        onError: failTo('signedOut.form.refused'),
      },
    },
    signedIn: {
      description:
        'Somebody is signed in: what they may do, and how fresh the token is, side by side.',
      type: 'parallel',
      on: {
        logout: leave,
        'session.startedElsewhere': {
          guard: { type: 'isSomebodyElse', params: ({ event }) => event },
          ...follow,
        },
        'session.endedElsewhere': { target: 'signedOut', actions: 'forgetUser' },
      },
      states: { role, token },
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
