import { assign, fromPromise, setup } from 'xstate'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface EmailConfirmationContext {
  /** The code of the link; empty when the link has none. */
  code: string
  /**
   * The account's new address after a link that changes it, or the address to log in with; otherwise null.
   */
  email: string | null
  /** Why the link was refused, or the confirmation failed, for the user. */
  message: string | null
}

/** 'Try again' after the provider could not be reached. */
type EmailConfirmationEvent = { type: 'retry' }

/** What a link did; one that changes the address ends all sessions of the account. */
export type AppliedLink = { kind: 'confirmed' } | { kind: 'changed'; email: string }

/** The identity provider's answer to the code of a link. */
type ConfirmationResult =
  | AppliedLink
  | { kind: 'refused'; reason: string }
  /** The link's account is not logged in here; `email`: its address, if the link may reveal it. */
  | { kind: 'loginRequired'; email: string | null }

/** Confirming or changing an email address by an email's link: the page uses the link as soon as it opens. */
export const emailConfirmationMachine = setup({
  types: {
    context: {} as EmailConfirmationContext,
    events: {} as EmailConfirmationEvent,
    input: {} as { code: string },
  },
  actors: {
    /** Sends the code to the provider, which accepts it once. */
    confirmEmail: fromPromise<ConfirmationResult, { code: string }>(notProvided('confirmEmail')),
  },
  guards: {
    isConfirmed: (_, { answer }: { answer: ConfirmationResult }) => answer.kind === 'confirmed',
    isChanged: (_, { answer }: { answer: ConfirmationResult }) => answer.kind === 'changed',
    needsLogin: (_, { answer }: { answer: ConfirmationResult }) => answer.kind === 'loginRequired',
  },
  actions: {
    forgetMessage: assign({ message: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    assignEmail: assign({
      email: (_, { answer }: { answer: ConfirmationResult }) =>
        answer.kind === 'changed' || answer.kind === 'loginRequired' ? answer.email : null,
    }),
    assignReason: assign({
      message: (_, { answer }: { answer: ConfirmationResult }) =>
        answer.kind === 'refused' ? answer.reason : null,
    }),
  },
}).createMachine({
  id: 'email-confirmation',
  context: ({ input }) => ({ ...input, email: null, message: null }),
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The provider checks the code of the link.',
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: answer },
            target: 'confirmed',
          },
          {
            guard: { type: 'isChanged', params: answer },
            target: 'changed',
            actions: { type: 'assignEmail', params: answer },
          },
          {
            guard: { type: 'needsLogin', params: answer },
            target: 'loginRequired',
            actions: { type: 'assignEmail', params: answer },
          },
          {
            target: 'linkRefused',
            actions: {
              type: 'assignReason',
              params: answer,
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    failed: {
      description: 'The provider could not be reached; the user can try again.',
      on: { retry: { target: 'confirming', actions: 'forgetMessage' } },
    },
    linkRefused: { description: 'The link is incomplete, expired or used; the reason is shown.' },
    loginRequired: {
      description: 'The link’s account is not logged in here: the page leads to the login.',
    },
    confirmed: { description: 'The email address is confirmed.' },
    changed: {
      description: 'The account has the new address; the page leads to the login with it.',
    },
  },
})
