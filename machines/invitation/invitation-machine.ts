import { assign, fromPromise, setup } from 'xstate'
import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface InvitationContext {
  invitationId: string
  /** As last answered; null until then. */
  invitation: ReceivedInvitation | null
  /** Why the user may not see it. */
  obstacle: 'notFound' | 'otherAddress' | null
  /** The children that could be joined when it was last open. */
  children: ReceivedInvitation['children']
  /** Why something failed, for the user. */
  message: string | null
}

export type InvitationEvent =
  /** The user agrees to become a guardian of the children. */
  | { type: 'invitation.accept' }
  /** Requests the email that confirms the address. */
  | { type: 'email.send' }
  /** The user says that the address is confirmed, or the provider does. */
  | { type: 'email.check' }
  /** 'Try again' after a failure. */
  | { type: 'retry' }

/** The server's answer about an invitation, and to its acceptance. */
export type InvitationAnswer =
  | { kind: 'invitation'; invitation: ReceivedInvitation }
  /** The invitation does not exist. */
  | { kind: 'notFound' }
  /** It was sent to another address than the login's. */
  | { kind: 'otherAddress' }
  /** The address of the login is not verified. */
  | { kind: 'unverified' }
  /** It cannot be accepted, for example because a child has too many guardians. */
  | { kind: 'refused'; message: string }

export interface Acceptance {
  invitationId: string
  /** Ids of the user's children of which the page said that they are merged. */
  merges: string[]
}

interface Answered {
  answer: InvitationAnswer
}

/** Accepting an invitation as a guardian: the page that its email links to, for logged-in users. */
export const invitationMachine = setup({
  types: {
    context: {} as InvitationContext,
    events: {} as InvitationEvent,
    input: {} as { invitationId: string },
  },
  actors: {
    /** `GET /guardian-invitations/{id}`; resolves for every answer about it. */
    loadInvitation: fromPromise<InvitationAnswer, { invitationId: string }>(
      notProvided('loadInvitation'),
    ),
    /** `POST /guardian-invitations/{id}/accept`; resolves for a refusal, too. */
    acceptInvitation: fromPromise<InvitationAnswer, Acceptance>(notProvided('acceptInvitation')),
    /** The provider sends the email that confirms the address. */
    sendEmail: fromPromise<void>(notProvided('sendEmail')),
  },
  guards: {
    isUnverified: (_, { answer }: Answered) => answer.kind === 'unverified',
    isRefused: (_, { answer }: Answered) => answer.kind === 'refused',
    isUnknown: ({ context }) => context.obstacle === 'notFound',
    isOtherAddress: ({ context }) => context.obstacle === 'otherAddress',
    isAccepted: ({ context }) => context.invitation?.state === 'accepted',
    isExpired: ({ context }) => context.invitation?.state === 'expired',
    isRevoked: ({ context }) => context.invitation?.state === 'revoked',
  },
  actions: {
    assignAnswer: assign(({ context }, { answer }: Answered) => {
      if (answer.kind === 'notFound' || answer.kind === 'otherAddress') {
        return { obstacle: answer.kind }
      }
      if (answer.kind !== 'invitation') return {}
      const { invitation } = answer
      const children = invitation.state === 'open' ? invitation.children : context.children
      return { invitation, children, message: null }
    }),
    assignRefusal: assign({
      message: (_, { answer }: Answered) => (answer.kind === 'refused' ? answer.message : null),
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'invitation',
  context: ({ input: { invitationId } }) => ({
    invitationId,
    invitation: null,
    obstacle: null,
    children: [],
    message: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The invitation is being looked up.',
      invoke: {
        id: 'loadInvitation',
        src: 'loadInvitation',
        input: ({ context: { invitationId } }) => ({ invitationId }),
        onDone: [
          { guard: { type: 'isUnverified', params: answer }, target: 'unverified' },
          { target: 'open', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'It could not be looked up; the user can try again.',
      on: { retry: { target: 'loading', actions: 'forgetMessage' } },
    },
    notFound: { description: 'There is no such invitation.' },
    otherAddress: {
      description: 'It was sent to another address: the page leads to the login.',
    },
    unverified: {
      description: 'The user has to confirm the address that the invitation was sent to.',
      initial: 'emailUnsent',
      states: {
        emailUnsent: {
          description: 'The user is asked to have the email sent.',
          initial: 'untouched',
          on: { 'email.send': { target: 'sendingEmail', actions: 'forgetMessage' } },
          states: {
            untouched: { description: 'Nothing has failed.' },
            failed: { description: 'The email could not be sent; the message is shown.' },
          },
        },
        sendingEmail: {
          description: 'The provider is asked to send the email.',
          invoke: {
            id: 'sendEmail',
            src: 'sendEmail',
            onDone: 'emailSent',
            onError: {
              target: 'emailUnsent.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        emailSent: {
          description: 'The user clicks the link in the email and comes back.',
          initial: 'untouched',
          on: {
            'email.send': { target: 'sendingEmail', actions: 'forgetMessage' },
            'email.check': { target: 'checkingEmail', actions: 'forgetMessage' },
          },
          states: {
            untouched: { description: 'The address has not been checked.' },
            unconfirmed: { description: 'The address is not confirmed yet.' },
            failed: { description: 'The address could not be checked; the message is shown.' },
          },
        },
        checkingEmail: {
          description: 'The invitation is being looked up again.',
          invoke: {
            id: 'checkEmail',
            src: 'loadInvitation',
            input: ({ context: { invitationId } }) => ({ invitationId }),
            onDone: [
              {
                guard: { type: 'isUnverified', params: answer },
                target: 'emailSent.unconfirmed',
              },
              {
                target: '#invitation.open',
                actions: { type: 'assignAnswer', params: answer },
              },
            ],
            onError: {
              target: 'emailSent.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
      },
    },
    open: {
      description:
        'Who invites, for which children, and what the user may do then. All other answers go on from here to their state.',
      initial: 'untouched',
      always: [
        { guard: 'isUnknown', target: 'notFound' },
        { guard: 'isOtherAddress', target: 'otherAddress' },
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isExpired', target: 'expired' },
        { guard: 'isRevoked', target: 'revoked' },
      ],
      on: { 'invitation.accept': { target: 'accepting', actions: 'forgetMessage' } },
      states: {
        untouched: { description: 'Nothing has failed.' },
        refused: { description: 'It was not accepted; the screen says why.' },
      },
    },
    accepting: {
      description: 'The server joins the user and the children.',
      invoke: {
        id: 'acceptInvitation',
        src: 'acceptInvitation',
        input: ({ context: { invitationId, invitation } }) => ({
          invitationId,
          merges: invitation?.merges.map(({ _id }) => _id) ?? [],
        }),
        onDone: [
          { guard: { type: 'isUnverified', params: answer }, target: 'unverified' },
          {
            guard: { type: 'isRefused', params: answer },
            target: 'open.refused',
            actions: { type: 'assignRefusal', params: answer },
          },
          { target: 'open', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: { target: 'open.refused', actions: { type: 'assignMessage', params: failure } },
      },
    },
    accepted: { description: 'The user looks after the children; the page leads to them.' },
    expired: { description: 'It was not accepted in time; the page says who to ask.' },
    revoked: { description: 'It was taken back; the page says so.' },
  },
})
