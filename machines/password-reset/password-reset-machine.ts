import { assertEvent, assign, emit, fromPromise, setup } from 'xstate'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface PasswordResetContext {
  /** The code of the link; empty when the link has none. */
  code: string
  /** The account whose password the link changes. */
  email: string
  /** Why the link was refused, for the user. */
  reason: string | null
  /** The last failure, for the user. */
  message: string | null
}

type PasswordResetEvent =
  /** 'Try again' after the link could not be checked. */
  | { type: 'retry' }
  /** 'Save password' */
  | { type: 'password.submit'; password: string }
  /** 'Send a new link' */
  | { type: 'link.request'; email: string }

/** Sent once, when the password has been changed. */
type PasswordResetEmitted = { type: 'password.changed'; email: string }

/** The identity provider refused the code: used, expired, or for a deleted account. */
interface LinkRefused {
  kind: 'refused'
  reason: string
}
type LinkCheck = { kind: 'valid'; email: string } | LinkRefused
type PasswordChange = { kind: 'changed' } | LinkRefused

/** Choosing a new password by an email's link, or requesting another link. */
export const passwordResetMachine = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    emitted: {} as PasswordResetEmitted,
    input: {} as { code: string },
  },
  actors: {
    /** Asks the provider whose password the code changes. */
    checkLink: fromPromise<LinkCheck, { code: string }>(notProvided('checkLink')),
    /** Changes the password; a password that the provider rejects is an error. */
    changePassword: fromPromise<PasswordChange, { code: string; password: string }>(
      notProvided('changePassword'),
    ),
    /** Has the provider email another reset link. */
    sendLink: fromPromise<void, { email: string }>(notProvided('sendLink')),
  },
  guards: {
    isRefused: (_, { answer }: { answer: LinkCheck | PasswordChange }) => answer.kind === 'refused',
  },
  actions: {
    forgetMessage: assign({ message: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    assignReason: assign({
      reason: (_, { answer }: { answer: LinkCheck | PasswordChange }) =>
        answer.kind === 'refused' ? answer.reason : null,
    }),
    assignEmail: assign({
      email: (_, { answer }: { answer: LinkCheck }) =>
        answer.kind === 'valid' ? answer.email : '',
    }),
    announceChange: emit(({ context }) => ({
      type: 'password.changed' as const,
      email: context.email,
    })),
  },
}).createMachine({
  id: 'password-reset',
  context: ({ input }) => ({ ...input, email: '', reason: null, message: null }),
  initial: 'checkingLink',
  states: {
    checkingLink: {
      description: 'The provider checks the code of the link.',
      invoke: {
        id: 'checkLink',
        src: 'checkLink',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          {
            guard: { type: 'isRefused', params: answer },
            target: 'linkRefused',
            actions: { type: 'assignReason', params: answer },
          },
          { target: 'choosingPassword', actions: { type: 'assignEmail', params: answer } },
        ],
        onError: { target: 'checkFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    checkFailed: {
      description: 'The provider could not be reached; the user can try again.',
      on: { retry: { target: 'checkingLink', actions: 'forgetMessage' } },
    },
    choosingPassword: {
      description: 'The form waits for the new password.',
      initial: 'untouched',
      on: { 'password.submit': { target: 'changingPassword', actions: 'forgetMessage' } },
      states: {
        untouched: { description: 'No password has been submitted.' },
        refused: { description: 'The provider refused the password; its message is shown.' },
      },
    },
    changingPassword: {
      description: 'The provider changes the password.',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context, event }) => {
          assertEvent(event, 'password.submit')
          return { code: context.code, password: event.password }
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: answer },
            target: 'linkRefused',
            actions: { type: 'assignReason', params: answer },
          },
          { target: 'changed', actions: 'announceChange' },
        ],
        onError: {
          target: 'choosingPassword.refused',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    changed: { description: 'The password is changed; the login page opens.' },
    linkRefused: {
      description: 'The link is incomplete, expired or used; the user can request another one.',
      initial: 'form',
      states: {
        form: {
          description: 'The form waits for the email address.',
          initial: 'untouched',
          on: { 'link.request': { target: 'sendingLink', actions: 'forgetMessage' } },
          states: {
            untouched: { description: 'No link has been requested.' },
            failed: { description: 'The link could not be sent; the message is shown.' },
          },
        },
        sendingLink: {
          description: 'The provider is asked to email another link.',
          invoke: {
            id: 'sendLink',
            src: 'sendLink',
            input: ({ event }) => {
              assertEvent(event, 'link.request')
              return { email: event.email }
            },
            onDone: 'linkSent',
            onError: {
              target: 'form.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        linkSent: { description: "The 'Check your email' dialog is open." },
      },
    },
  },
})
