import { assign, fromPromise, setup } from 'xstate'
import type { ClaimedFamily } from '#contract/claims/claims.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface ClaimContext {
  token: string
  /** What the server has last said about the claim; null until then. */
  kind: ClaimAnswer['kind'] | null
  /** How many birth dates the user may still enter; null until that is known. */
  triesLeft: number | null
  /** The children and appointments that are the user's now. */
  claimed: ClaimedFamily | null
  /** Why something failed or was refused, for the user. */
  message: string | null
}

export type ClaimEvent =
  /** The birth date of one child, which proves that the family is the user's: '2021-06-05'. */
  | { type: 'birthDate.submit'; birthDate: string }
  /** The user says that the email address is confirmed, or the provider does. */
  | { type: 'email.check' }
  /** 'Try again' after a failure to load. */
  | { type: 'retry' }

/** The server's answer about a claim, and to a birth date. */
export type ClaimAnswer =
  /** It can be used, with so many birth dates. */
  | { kind: 'valid'; triesLeft: number }
  /** It can be used by a user who is logged in. */
  | { kind: 'guest' }
  /** The email address of the login is not verified. */
  | { kind: 'unverified' }
  /** No child of the family was born on that day. */
  | { kind: 'wrongDate'; triesLeft: number; message: string }
  /** The family is the user's now, or was already. */
  | { kind: 'done'; claimed: ClaimedFamily }
  /** The user cannot have the family now. */
  | { kind: 'conflict'; message: string }
  /** An account has the family; not the user's, if one is logged in. */
  | { kind: 'used' }
  /** Too many birth dates were wrong. */
  | { kind: 'failed' }
  | { kind: 'expired' }
  /** A newer one has taken its place. */
  | { kind: 'replaced' }
  | { kind: 'notFound' }

export interface ProvenClaim {
  token: string
  birthDate: string
}

interface Answered {
  answer: ClaimAnswer
}

/** Claiming a family that the clinic has imported: the page of its email or printed letter. */
export const claimMachine = setup({
  types: {
    context: {} as ClaimContext,
    events: {} as ClaimEvent,
    input: {} as { token: string },
  },
  actors: {
    /** `GET /claims/{token}`, and whether a user with a verified address is logged in. */
    loadClaim: fromPromise<ClaimAnswer, { token: string }>(notProvided('loadClaim')),
    /** `POST /claims/{token}`; resolves for a refusal, too. */
    proveClaim: fromPromise<ClaimAnswer, ProvenClaim>(notProvided('proveClaim')),
  },
  guards: {
    isUnverified: (_, { answer }: Answered) => answer.kind === 'unverified',
    isWrongDate: (_, { answer }: Answered) => answer.kind === 'wrongDate',
    isGuest: ({ context: { kind } }) => kind === 'guest',
    isDone: ({ context: { kind } }) => kind === 'done',
    isConflict: ({ context: { kind } }) => kind === 'conflict',
    isUsed: ({ context: { kind } }) => kind === 'used',
    isFailed: ({ context: { kind } }) => kind === 'failed',
    isExpired: ({ context: { kind } }) => kind === 'expired',
    isReplaced: ({ context: { kind } }) => kind === 'replaced',
    isUnknown: ({ context: { kind } }) => kind === 'notFound',
  },
  actions: {
    assignAnswer: assign({
      kind: (_, { answer }: Answered) => answer.kind,
      triesLeft: ({ context }, { answer }: Answered) =>
        'triesLeft' in answer ? answer.triesLeft : context.triesLeft,
      claimed: (_, { answer }: Answered) => (answer.kind === 'done' ? answer.claimed : null),
      message: (_, { answer }: Answered) => ('message' in answer ? answer.message : null),
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'claim',
  context: ({ input: { token } }) => ({
    token,
    kind: null,
    triesLeft: null,
    claimed: null,
    message: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The claim is being looked up.',
      invoke: {
        id: 'loadClaim',
        src: 'loadClaim',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          { guard: { type: 'isUnverified', params: answer }, target: 'unverified' },
          { target: 'proving', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'It could not be looked up; the user can try again.',
      on: { retry: { target: 'loading', actions: 'forgetMessage' } },
    },
    login: { description: 'What the clinic offers; the user logs in or signs up, and returns.' },
    unverified: {
      description: 'The user has to click the link in the email that confirms the address.',
      initial: 'untouched',
      on: { 'email.check': { target: 'checkingEmail', actions: 'forgetMessage' } },
      states: {
        untouched: { description: 'The address has not been checked again.' },
        unconfirmed: { description: 'The address is not confirmed yet.' },
        failed: { description: 'The address could not be checked; the message is shown.' },
      },
    },
    checkingEmail: {
      description: 'The claim is being looked up again.',
      invoke: {
        id: 'checkEmail',
        src: 'loadClaim',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          { guard: { type: 'isUnverified', params: answer }, target: 'unverified.unconfirmed' },
          { target: 'proving', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: {
          target: 'unverified.failed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    proving: {
      description:
        'The user enters the birth date of one child of the family. All other answers go on from here to their state.',
      initial: 'untouched',
      always: [
        { guard: 'isGuest', target: 'login' },
        { guard: 'isDone', target: 'done' },
        { guard: 'isConflict', target: 'conflict' },
        { guard: 'isUsed', target: 'used' },
        { guard: 'isFailed', target: 'failed' },
        { guard: 'isExpired', target: 'expired' },
        { guard: 'isReplaced', target: 'replaced' },
        { guard: 'isUnknown', target: 'notFound' },
      ],
      on: { 'birthDate.submit': { target: 'confirming', actions: 'forgetMessage' } },
      states: {
        untouched: { description: 'Nothing has failed.' },
        wrong: {
          description: 'No child was born on that day; the screen says how many tries are left.',
        },
        refused: { description: 'The birth date could not be checked; the message is shown.' },
      },
    },
    confirming: {
      description: 'The server checks the birth date, and makes the family the user’s.',
      invoke: {
        id: 'proveClaim',
        src: 'proveClaim',
        input: ({ context: { token }, event }) => ({
          token,
          birthDate: event.type === 'birthDate.submit' ? event.birthDate : '',
        }),
        onDone: [
          { guard: { type: 'isUnverified', params: answer }, target: 'unverified' },
          {
            guard: { type: 'isWrongDate', params: answer },
            target: 'proving.wrong',
            actions: { type: 'assignAnswer', params: answer },
          },
          { target: 'proving', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: { target: 'proving.refused', actions: { type: 'assignMessage', params: failure } },
      },
    },
    done: { description: 'The children and appointments that are the user’s now.' },
    conflict: {
      description: 'The user cannot have the family now; the server’s sentence says why.',
    },
    used: { description: 'An account has the family already; a guest may log in to it.' },
    failed: {
      description: 'Too many birth dates were wrong; the page says how to get a new letter.',
    },
    expired: { description: 'It was not used in time; the page says how to get a new letter.' },
    replaced: { description: 'A newer email or letter has taken its place.' },
    notFound: { description: 'There is no such claim.' },
  },
})
