import { assertEvent, assign, emit, fromPromise, setup } from 'xstate'
import { failure, messageOf, notProvided } from '../actors.ts'

export interface SecondFactorContext {
  /** The phone that the code is sent to, as submitted. */
  phone: string
  /** The last failure, for the user. */
  message: string | null
}

export type SecondFactorEvent =
  /** 'Add a phone'; `emailVerified` as last read from the provider. */
  | { type: 'phone.add'; emailVerified: boolean }
  /** 'Cancel' */
  | { type: 'enrollment.cancel' }
  /** 'Send email', or 'Resend email' */
  | { type: 'email.send' }
  /** 'I've confirmed it' */
  | { type: 'email.check' }
  /** The account was read again, and its email is now confirmed. */
  | { type: 'email.verified' }
  /** 'Send a code' */
  | { type: 'phone.submit'; phone: string }
  /** 'Confirm' */
  | { type: 'code.submit'; code: string }
  /** 'Send a new code' */
  | { type: 'code.resend' }

type SecondFactorEmitted =
  /** The phone protects the account from now on. */
  | { type: 'phone.enrolled' }
  /** The form that had the focus no longer exists. */
  | { type: 'enrollment.closed' }

/** The provider sends codes only to accounts with a confirmed email. */
type CodeRequest = { kind: 'sent' } | { kind: 'emailUnverified' }

const request = ({ event }: { event: { output: CodeRequest } }) => ({ request: event.output })

/** Adding a phone as the second factor: email confirmed → phone → code → enrolled. */
export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    emitted: {} as SecondFactorEmitted,
  },
  actors: {
    /** Has the provider email a link that confirms the account's email. */
    sendEmail: fromPromise<void>(notProvided('sendEmail')),
    /** Reads the account from the provider. */
    checkEmail: fromPromise<{ emailVerified: boolean }>(notProvided('checkEmail')),
    /** Has the provider text a code to the phone. */
    sendCode: fromPromise<CodeRequest, { phone: string }>(notProvided('sendCode')),
    /** Enrolls the phone at the provider with the submitted code. */
    confirmCode: fromPromise<void, { code: string }>(notProvided('confirmCode')),
  },
  guards: {
    isEmailVerified: (_, { emailVerified }: { emailVerified: boolean }) => emailVerified,
    isEmailUnverified: (_, { request }: { request: CodeRequest }) =>
      request.kind === 'emailUnverified',
  },
  actions: {
    forgetMessage: assign({ message: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    assignPhone: assign({ phone: (_, { phone }: { phone: string }) => phone }),
    announceEnrollment: emit({ type: 'phone.enrolled' }),
    announceClosing: emit({ type: 'enrollment.closed' }),
  },
}).createMachine({
  id: 'second-factor',
  context: { phone: '', message: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No phone is being added.',
      on: {
        'phone.add': [
          {
            guard: { type: 'isEmailVerified', params: ({ event }) => event },
            target: 'choosingPhone',
            actions: 'forgetMessage',
          },
          { target: 'confirmingEmail', actions: 'forgetMessage' },
        ],
      },
    },
    confirmingEmail: {
      description: 'The provider requires a confirmed email before it sends codes.',
      initial: 'emailUnsent',
      on: {
        'email.verified': { target: 'choosingPhone', actions: 'forgetMessage' },
        'enrollment.cancel': { target: 'closed', actions: 'announceClosing' },
      },
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
            'email.check': { target: 'checkingEmail', actions: 'forgetMessage' },
            'email.send': { target: 'sendingEmail', actions: 'forgetMessage' },
          },
          states: {
            untouched: { description: 'The email has not been checked.' },
            unconfirmed: { description: 'The email is not confirmed yet.' },
            failed: { description: 'The email could not be checked; the message is shown.' },
          },
        },
        checkingEmail: {
          description: 'The provider is asked whether the email is confirmed.',
          invoke: {
            id: 'checkEmail',
            src: 'checkEmail',
            onDone: [
              {
                guard: { type: 'isEmailVerified', params: ({ event }) => event.output },
                target: '#second-factor.choosingPhone',
              },
              { target: 'emailSent.unconfirmed' },
            ],
            onError: {
              target: 'emailSent.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
      },
    },
    choosingPhone: {
      description: 'The form waits for the phone number.',
      initial: 'untouched',
      on: {
        'phone.submit': {
          target: 'sendingFirstCode',
          actions: ['forgetMessage', { type: 'assignPhone', params: ({ event }) => event }],
        },
        'enrollment.cancel': { target: 'closed', actions: 'announceClosing' },
      },
      states: {
        untouched: { description: 'No phone number has been submitted.' },
        refused: { description: 'The code could not be sent; the message is shown.' },
      },
    },
    sendingFirstCode: {
      description: 'The provider is asked to text a code to the phone.',
      on: { 'enrollment.cancel': { target: 'closed', actions: 'announceClosing' } },
      invoke: {
        id: 'sendFirstCode',
        src: 'sendCode',
        input: ({ context }) => ({ phone: context.phone }),
        onDone: [
          {
            guard: { type: 'isEmailUnverified', params: request },
            target: 'confirmingEmail',
          },
          { target: 'enteringCode' },
        ],
        onError: {
          target: 'choosingPhone.refused',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    enteringCode: {
      description: 'A code was sent to the phone.',
      initial: 'awaitingCode',
      states: {
        awaitingCode: {
          description: 'The form waits for the code.',
          initial: 'untouched',
          on: {
            'code.submit': { target: 'confirmingCode', actions: 'forgetMessage' },
            'code.resend': { target: 'sendingCode', actions: 'forgetMessage' },
            'enrollment.cancel': { target: '#second-factor.closed', actions: 'announceClosing' },
          },
          states: {
            untouched: { description: 'No code has been submitted.' },
            refused: { description: 'The code was wrong; the message is shown.' },
          },
        },
        sendingCode: {
          description: 'The provider is asked to text another code.',
          on: {
            'enrollment.cancel': { target: '#second-factor.closed', actions: 'announceClosing' },
          },
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: ({ context }) => ({ phone: context.phone }),
            onDone: [
              {
                guard: { type: 'isEmailUnverified', params: request },
                target: '#second-factor.confirmingEmail',
              },
              { target: 'awaitingCode' },
            ],
            onError: {
              target: 'codeNotSent',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        codeNotSent: {
          description: 'No new code was sent; the user can request one again.',
          on: {
            'code.resend': { target: 'sendingCode', actions: 'forgetMessage' },
            'enrollment.cancel': { target: '#second-factor.closed', actions: 'announceClosing' },
          },
        },
        confirmingCode: {
          description: 'The provider enrolls the phone; this cannot be canceled.',
          invoke: {
            id: 'confirmCode',
            src: 'confirmCode',
            input: ({ event }) => {
              assertEvent(event, 'code.submit')
              return { code: event.code }
            },
            onDone: {
              target: '#second-factor.closed',
              actions: ['announceEnrollment', 'announceClosing'],
            },
            onError: {
              target: 'awaitingCode.refused',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
      },
    },
  },
})
