import { assign, fromPromise, setup } from 'xstate'
import type { Appointment } from '../server/contract/appointments.ts'
import { messageOf, notProvided } from './not-provided.ts'

export interface PaymentContext {
  appointmentId: string
  appointment: Appointment | null
  /** Lets this browser, and nobody else, confirm the appointment's one open intent. */
  clientSecret: string | null
  /** Every part of the card form is filled in and plausible. */
  cardComplete: boolean
  /** The provider's id of the card as just typed. */
  paymentMethod: string | null
  /** The intent that has taken the money. */
  transactionId: string | null
  /** How often the server was asked to confirm the payment. */
  asked: number
  /** The provider's (or the server's) message about the last failure. */
  message: string | null
}

export type PaymentEvent =
  /** The card form was edited. */
  | { type: 'card.change'; complete: boolean }
  /** 'Pay' */
  | { type: 'pay.submit' }
  /** Once more, after something could not be loaded or confirmed. */
  | { type: 'retry' }

/** What the server says when asked for an intent to pay with. */
export type PreparedIntent =
  | { kind: 'ready'; clientSecret: string }
  /** Nothing to pay any more: an intent has taken the money already. */
  | { kind: 'charged'; transactionId: string }
  | { kind: 'cancelled' }
  /** The page shows another price than the server's. */
  | { kind: 'outdated' }

/** What the card provider says of a confirmation; a decline it throws. */
export type Confirmation =
  | { kind: 'charged'; transactionId: string }
  /** The bank wants to see the cardholder first (3-D Secure). */
  | { kind: 'authentication' }
  /** The intent was given up meanwhile: a fresh one is needed. */
  | { kind: 'outdated' }

/** What the server says when told of a payment. */
export type Settlement =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'processing' }
  | { kind: 'declined'; message: string }
  /** The appointment was cancelled in between: the money goes back. */
  | { kind: 'cancelled' }

/** While a payment is under way the card form is locked. */
const CARD_CHANGE = {
  actions: {
    type: 'rememberCard',
    params: ({ event }: { event: { complete: boolean } }) => event,
  },
} as const

/**
 * Paying for one appointment by card (design section 9). What has become of the money is the
 * server's word alone: never a second charge, never a lost payment.
 */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as { appointmentId: string },
  },
  actors: {
    /** Null when there is no such appointment, or it is somebody else's. */
    loadAppointment: fromPromise<Appointment | null, { appointmentId: string }>(
      notProvided('loadAppointment'),
    ),
    /** Loads the card provider's script. */
    loadCardForm: fromPromise<void>(notProvided('loadCardForm')),
    prepareIntent: fromPromise<PreparedIntent, { appointmentId: string; price: number }>(
      notProvided('prepareIntent'),
    ),
    /** Turns the typed card into the provider's id for it. */
    createPaymentMethod: fromPromise<string, { name: string; email: string }>(
      notProvided('createPaymentMethod'),
    ),
    confirmPayment: fromPromise<Confirmation, { clientSecret: string; paymentMethod: string }>(
      notProvided('confirmPayment'),
    ),
    /** Shows the bank's challenge and waits for the cardholder. */
    authenticate: fromPromise<Exclude<Confirmation, { kind: 'authentication' }>, ClientSecret>(
      notProvided('authenticate'),
    ),
    settlePayment: fromPromise<Settlement, { appointmentId: string; transactionId: string }>(
      notProvided('settlePayment'),
    ),
  },
  guards: {
    isMissing: (_, { appointment }: { appointment: Appointment | null }) => appointment === null,
    isPaid: (_, { appointment }: { appointment: Appointment | null }) => appointment?.paid === true,
    isCancelled: (_, { appointment }: { appointment: Appointment | null }) =>
      appointment?.status === 'cancelled',
    is: (_, { answer, kind }: { answer: Answer; kind: Answer['kind'] }) => answer.kind === kind,
    isCardComplete: ({ context }) => context.cardComplete,
    hasMessage: ({ context }) => context.message !== null,
  },
  actions: {
    rememberAppointment: assign({
      appointment: (_, { appointment }: { appointment: Appointment | null }) => appointment,
      transactionId: (_, { appointment }: { appointment: Appointment | null }) =>
        appointment?.transactionId ?? null,
    }),
    rememberClientSecret: assign({
      clientSecret: (_, { answer }: { answer: PreparedIntent }) =>
        answer.kind === 'ready' ? answer.clientSecret : null,
    }),
    rememberTransaction: assign({
      transactionId: (_, { answer }: { answer: Answer }) =>
        'transactionId' in answer ? answer.transactionId : null,
    }),
    rememberMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
    rememberCard: assign({
      cardComplete: (_, { complete }: { complete: boolean }) => complete,
    }),
    forgetCard: assign({ cardComplete: false, paymentMethod: null }),
    startAsking: assign({ asked: 0, message: null }),
    countAsking: assign({ asked: ({ context }) => context.asked + 1 }),
  },
  delays: {
    /** Milliseconds until the server is asked again: 1 s, doubling to 30 s. */
    nextAsking: ({ context }) => Math.min(1000 * 2 ** (context.asked - 1), 30_000),
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({
    ...input,
    appointment: null,
    clientSecret: null,
    cardComplete: false,
    paymentMethod: null,
    transactionId: null,
    asked: 0,
    message: null,
  }),
  initial: 'loadingAppointment',
  states: {
    loadingAppointment: {
      description: 'The appointment is on its way, as it is now.',
      invoke: {
        id: 'loadAppointment',
        src: 'loadAppointment',
        input: ({ context }) => ({ appointmentId: context.appointmentId }),
        onDone: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ appointment: event.output }) },
            target: 'notFound',
          },
          {
            guard: { type: 'isPaid', params: ({ event }) => ({ appointment: event.output }) },
            target: 'paid.earlier',
            actions: {
              type: 'rememberAppointment',
              params: ({ event }) => ({ appointment: event.output }),
            },
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => ({ appointment: event.output }) },
            target: 'cancelled.unpaid',
            actions: {
              type: 'rememberAppointment',
              params: ({ event }) => ({ appointment: event.output }),
            },
          },
          {
            target: 'loadingCardForm',
            actions: {
              type: 'rememberAppointment',
              params: ({ event }) => ({ appointment: event.output }),
            },
          },
        ],
        onError: {
          target: 'loadFailed',
          actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    loadFailed: {
      description: 'The appointment could not be loaded; the visitor may try again.',
      on: { retry: { target: 'loadingAppointment', actions: 'forgetMessage' } },
    },
    notFound: { description: 'There is no such appointment, or it is not the visitor’s.' },
    loadingCardForm: {
      description: "The card provider's script is on its way.",
      entry: 'forgetCard',
      invoke: {
        id: 'loadCardForm',
        src: 'loadCardForm',
        onDone: 'form',
        onError: {
          target: 'cardFormFailed',
          actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    cardFormFailed: {
      description: "The card provider's script did not load: blocked, or no connection.",
      on: { retry: { target: 'loadingCardForm', actions: 'forgetMessage' } },
    },
    form: {
      description: 'The card form is on the screen.',
      initial: 'preparingIntent',
      states: {
        preparingIntent: {
          description: 'The server makes, or finds, the one intent to pay this appointment with.',
          on: { 'card.change': CARD_CHANGE },
          invoke: {
            id: 'prepareIntent',
            src: 'prepareIntent',
            input: ({ context }) => ({
              appointmentId: context.appointmentId,
              price: context.appointment?.price ?? 0,
            }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'charged') },
                target: '#payment.settling',
                actions: {
                  type: 'rememberTransaction',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'cancelled') },
                target: '#payment.cancelled.unpaid',
              },
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'outdated') },
                target: '#payment.loadingAppointment',
              },
              {
                guard: 'hasMessage',
                target: 'intentReady.declined',
                actions: {
                  type: 'rememberClientSecret',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
              {
                target: 'intentReady',
                actions: {
                  type: 'rememberClientSecret',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
            ],
            onError: {
              target: 'intentFailed',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        intentFailed: {
          description: 'No intent to pay with could be had; the visitor may try again.',
          on: {
            'card.change': CARD_CHANGE,
            retry: { target: 'preparingIntent', actions: 'forgetMessage' },
          },
        },
        intentReady: {
          description: 'The card can be typed and paid with.',
          initial: 'untouched',
          on: {
            'card.change': CARD_CHANGE,
            'pay.submit': {
              guard: 'isCardComplete',
              target: 'creatingMethod',
              actions: 'forgetMessage',
            },
          },
          states: {
            untouched: { description: 'No payment was tried yet.' },
            declined: {
              description: 'The last try failed: its message is shown, another card may do.',
            },
          },
        },
        creatingMethod: {
          description: 'The card is with the provider.',
          invoke: {
            id: 'createPaymentMethod',
            src: 'createPaymentMethod',
            input: ({ context: { appointment } }) => ({
              name: appointment?.patientName ?? '',
              email: appointment?.email ?? '',
            }),
            onDone: {
              target: 'confirming',
              actions: assign({ paymentMethod: ({ event }) => event.output }),
            },
            onError: {
              target: 'intentReady.declined',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        confirming: {
          description: 'The provider is charging the card. No way back: it may already be done.',
          invoke: {
            id: 'confirmPayment',
            src: 'confirmPayment',
            input: ({ context: { clientSecret, paymentMethod } }) => ({
              clientSecret: clientSecret ?? '',
              paymentMethod: paymentMethod ?? '',
            }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'charged') },
                target: '#payment.settling',
                actions: {
                  type: 'rememberTransaction',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => outcome(event.output, 'authentication'),
                },
                target: 'authenticating',
              },
              { target: '#payment.loadingAppointment' },
            ],
            onError: {
              target: 'intentReady.declined',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        authenticating: {
          description: "The bank's challenge is on the screen (3-D Secure).",
          invoke: {
            id: 'authenticate',
            src: 'authenticate',
            input: ({ context }) => ({ clientSecret: context.clientSecret ?? '' }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'charged') },
                target: '#payment.settling',
                actions: {
                  type: 'rememberTransaction',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
              { target: '#payment.loadingAppointment' },
            ],
            onError: {
              target: 'intentReady.declined',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    settling: {
      description: 'The money is taken; the server has not confirmed it yet.',
      initial: 'asking',
      entry: 'startAsking',
      states: {
        asking: {
          description: 'The server is told of the payment and asks the provider for the truth.',
          entry: 'countAsking',
          invoke: {
            id: 'settlePayment',
            src: 'settlePayment',
            input: ({ context: { appointmentId, transactionId } }) => ({
              appointmentId,
              transactionId: transactionId ?? '',
            }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'paid') },
                target: '#payment.paid.now',
                actions: {
                  type: 'rememberTransaction',
                  params: ({ event }) => ({ answer: event.output }),
                },
              },
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'declined') },
                target: '#payment.form.preparingIntent',
                actions: [
                  'forgetCard',
                  { type: 'rememberMessage', params: ({ event }) => ({ error: event.output }) },
                ],
              },
              {
                guard: { type: 'is', params: ({ event }) => outcome(event.output, 'cancelled') },
                target: '#payment.cancelled.refunding',
              },
              { target: 'waiting', actions: 'forgetMessage' },
            ],
            onError: {
              target: 'unconfirmed',
              actions: { type: 'rememberMessage', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        waiting: {
          description: 'The provider is still at it; the server is asked again in a moment.',
          after: { nextAsking: 'asking' },
        },
        unconfirmed: {
          description: 'The server could not be asked; it is asked again by itself or at a click.',
          on: { retry: 'asking' },
          after: { nextAsking: 'asking' },
        },
      },
    },
    paid: {
      description: 'The appointment is paid: the transaction id is shown.',
      initial: 'now',
      states: {
        now: { description: 'Paid a moment ago, on this page.' },
        earlier: { description: 'Paid before this page was opened.' },
      },
    },
    cancelled: {
      description: 'The appointment is cancelled: there is nothing to pay.',
      initial: 'unpaid',
      states: {
        unpaid: { description: 'Nothing was taken.' },
        refunding: { description: 'Money was taken, and goes back.' },
      },
    },
  },
})

interface ClientSecret {
  clientSecret: string
}

type Answer = PreparedIntent | Confirmation | Settlement

function outcome<A extends Answer>(answer: A, kind: A['kind']) {
  return { answer, kind }
}
