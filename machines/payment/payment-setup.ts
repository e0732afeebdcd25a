import { assign, fromPromise, setup } from 'xstate'
import type { Appointment } from '../../contract/appointments.ts'
import { messageOf, notProvided } from '../not-provided.ts'

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
  /** 'Pay' was pressed. */
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

export interface ClientSecret {
  clientSecret: string
}

/** Whatever an actor says of the money. */
export type Answer = PreparedIntent | Confirmation | Settlement

function saying(kind: Answer['kind']) {
  return (_: unknown, { answer }: { answer: Answer }) => answer.kind === kind
}

/** What the payment machine is made of: its ports, guards, actions and times. */
export const paymentSetup = setup({
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
    /** `POST /create-payment-intent` */
    prepareIntent: fromPromise<PreparedIntent, { appointmentId: string; price: number }>(
      notProvided('prepareIntent'),
    ),
    /** Turns the typed card into the provider's id for it. */
    createPaymentMethod: fromPromise<string, { name: string; email: string }>(
      notProvided('createPaymentMethod'),
    ),
    /** The provider charges the card; a decline is a failure. */
    confirmPayment: fromPromise<Confirmation, { clientSecret: string; paymentMethod: string }>(
      notProvided('confirmPayment'),
    ),
    /** Shows the bank's challenge and waits for the cardholder. */
    authenticate: fromPromise<Exclude<Confirmation, { kind: 'authentication' }>, ClientSecret>(
      notProvided('authenticate'),
    ),
    /** `PATCH /booking/{id}` */
    settlePayment: fromPromise<Settlement, { appointmentId: string; transactionId: string }>(
      notProvided('settlePayment'),
    ),
  },
  guards: {
    isMissing: (_, { appointment }: { appointment: Appointment | null }) => appointment === null,
    isPaid: (_, { appointment }: { appointment: Appointment | null }) => appointment?.paid === true,
    isCancelled: (_, { appointment }: { appointment: Appointment | null }) =>
      appointment?.status === 'cancelled',
    isCharged: saying('charged'),
    isCalledOff: saying('cancelled'),
    isOutdated: saying('outdated'),
    wantsAuthentication: saying('authentication'),
    isConfirmed: saying('paid'),
    isDeclined: saying('declined'),
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
    rememberPaymentMethod: assign({
      paymentMethod: (_, { paymentMethod }: { paymentMethod: string }) => paymentMethod,
    }),
    forgetCard: assign({ cardComplete: false, paymentMethod: null }),
    startAsking: assign({ asked: 0, message: null }),
    countAsking: assign({ asked: ({ context }) => context.asked + 1 }),
  },
  delays: {
    /** Milliseconds until the server is asked again: 1 s, doubling to 30 s. */
    nextAsking: ({ context }) => Math.min(1000 * 2 ** (context.asked - 1), 30_000),
  },
})
