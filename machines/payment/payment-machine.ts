import { assign, fromPromise, setup } from 'xstate'
import { isOwed } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { type KeptCard, MOST_CARDS } from '#contract/payments/cards.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

/** Several appointments that are paid with one card entry. */
export interface Bill
  extends Pick<Appointment, 'price' | 'paid' | 'status' | 'patientName' | 'email'> {
  /** The appointments that are still unpaid; all of them once none is. */
  appointments: readonly Appointment[]
  transactionId?: string | undefined
}

/** The appointment or bill that is paid; `status` is `cancelled` when nothing is left to pay. */
export type Payable = Appointment | Bill

export interface PaymentContext {
  /** Several for a bill. */
  appointmentIds: readonly string[]
  appointment: Payable | null
  /** Allows this browser to confirm the appointment's open payment intent. */
  clientSecret: string | null
  /** The user's own kept cards, the most recently used first. */
  keptCards: readonly KeptCard[]
  /** The id of the kept card that pays; null for the typed one. */
  chosenCard: string | null
  /** Whether the typed card is kept. */
  keepsCard: boolean
  /** Whether the card form is filled in and valid. */
  cardComplete: boolean
  /** The provider's id of the card. */
  paymentMethod: string | null
  /** The id of the intent that charged the card. */
  transactionId: string | null
  /** The intent was canceled in favor of another one, by another tab or guardian. */
  openedElsewhere: boolean
  /** How often the server was asked to settle the payment. */
  asked: number
  /** The last failure, in the provider's or the server's words. */
  message: string | null
}

export type PaymentEvent =
  /** The card form changed: the typed card pays. */
  | { type: 'card.change'; complete: boolean }
  /** A kept card pays; null for the typed one. */
  | { type: 'card.choose'; card: string | null }
  /** 'Keep this card for next time' */
  | { type: 'card.keep'; keep: boolean }
  /** 'Pay' */
  | { type: 'pay.submit' }
  /** 'Try again' after loading or settling failed, 'Enter the card again' when opened elsewhere. */
  | { type: 'retry' }

/** The server's answer to a request for a payment intent. */
export type PreparedIntent =
  | { kind: 'ready'; clientSecret: string; cards: readonly KeptCard[] }
  /** An intent has already charged the card. */
  | { kind: 'charged'; transactionId: string }
  | { kind: 'cancelled' }
  /** The price on the page is not the server's. */
  | { kind: 'outdated' }

/** The server's answer to the choice of a kept card, or to the consent to keep one. */
export type Registration =
  /** The provider's id of the card. */
  | { kind: 'registered'; paymentMethod: string }
  /** The intent is no longer open. */
  | { kind: 'outdated' }

/** The card provider's answer to a confirmation; a decline is an error. */
export type Confirmation =
  | { kind: 'charged'; transactionId: string }
  /** The bank requires authentication (3-D Secure). */
  | { kind: 'authentication' }
  /** The intent was canceled meanwhile; a new one is needed. */
  | { kind: 'outdated' }

/** The server's answer to a reported payment. */
export type Settlement =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'processing' }
  | { kind: 'declined'; message: string }
  /** The appointment was canceled meanwhile; the charge is refunded. */
  | { kind: 'cancelled' }

type Answer = PreparedIntent | Registration | Confirmation | Settlement

/**
 * The card that is already chosen; at first the most recently used card that is still valid, unless
 * a card was typed.
 */
function chooseAmong(
  cards: readonly KeptCard[],
  { clientSecret, chosenCard, cardComplete }: PaymentContext,
): string | null {
  const usable = cards.filter(({ expired }) => !expired)
  if (usable.some(({ _id }) => _id === chosenCard)) return chosenCard
  const isFirst = clientSecret === null && !cardComplete
  return isFirst ? (usable[0]?._id ?? null) : null
}

const found = ({ event }: { event: { output: Payable | null } }) => ({
  appointment: event.output,
})
/**
 * Paying by card, for one appointment or a bill of several: idle → intentReady → confirming → paid or failed.
 * Only the server decides whether it is paid: no card is charged twice, and no charge is lost.
 */
export const paymentMachine = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as { appointmentIds: readonly string[] },
  },
  actors: {
    /** Null when there is no such appointment, or it belongs to another patient. */
    loadAppointment: fromPromise<Payable | null, { appointmentIds: readonly string[] }>(
      notProvided('loadAppointment'),
    ),
    /** Loads the card provider's script. */
    loadCardForm: fromPromise<void>(notProvided('loadCardForm')),
    /** `POST /create-payment-intent`, or `POST /payments` for a bill. */
    prepareIntent: fromPromise<
      PreparedIntent,
      { appointmentIds: readonly string[]; price: number }
    >(notProvided('prepareIntent')),
    /** Registers the card at the provider, which returns an id for it. */
    createPaymentMethod: fromPromise<string, { name: string; email: string }>(
      notProvided('createPaymentMethod'),
    ),
    /** Tells the provider which kept card pays, or that the typed card is kept once it has paid. */
    registerCard: fromPromise<
      Registration,
      { clientSecret: string; card: string | null; paymentMethod: string | null }
    >(notProvided('registerCard')),
    /** Has the provider charge the card; a decline is an error. */
    confirmPayment: fromPromise<Confirmation, { clientSecret: string; paymentMethod: string }>(
      notProvided('confirmPayment'),
    ),
    /** Shows the bank's challenge and waits for the cardholder. */
    authenticate: fromPromise<
      Exclude<Confirmation, { kind: 'authentication' }>,
      { clientSecret: string }
    >(notProvided('authenticate')),
    /** `PATCH /booking/{id}`, or `POST /payments/{id}/check` for a bill. */
    settlePayment: fromPromise<
      Settlement,
      { appointmentIds: readonly string[]; transactionId: string }
    >(notProvided('settlePayment')),
  },
  guards: {
    isMissing: (_, { appointment }: { appointment: Payable | null }) => appointment === null,
    isPaid: (_, { appointment }: { appointment: Payable | null }) => appointment?.paid === true,
    isCancelled: (_, { appointment }: { appointment: Payable | null }) =>
      appointment?.status === 'cancelled',
    isUnpayable: (_, { appointment }: { appointment: Payable | null }) =>
      appointment !== null && !('appointments' in appointment) && !isOwed(appointment),
    isCharged: (_, { answer }: { answer: Answer }) => answer.kind === 'charged',
    isCancelledMeanwhile: (_, { answer }: { answer: Answer }) => answer.kind === 'cancelled',
    isOutdated: (_, { answer }: { answer: Answer }) => answer.kind === 'outdated',
    needsAuthentication: (_, { answer }: { answer: Answer }) => answer.kind === 'authentication',
    isConfirmed: (_, { answer }: { answer: Answer }) => answer.kind === 'paid',
    isDeclined: (_, { answer }: { answer: Answer }) => answer.kind === 'declined',
    isCardComplete: ({ context }) => context.cardComplete,
    isOtherCard: ({ context }, { card }: { card: string | null }) =>
      card !== context.chosenCard &&
      (card === null || context.keptCards.some(({ _id, expired }) => _id === card && !expired)),
    /** Only a typed card can be kept, and only below the maximum number of cards. */
    canKeep: ({ context }, { keep }: { keep: boolean }) =>
      keep !== context.keepsCard &&
      context.chosenCard === null &&
      context.keptCards.length < MOST_CARDS,
    isCardKept: ({ context }) => context.chosenCard !== null,
    keepsCard: ({ context }) => context.keepsCard,
    isOpenedElsewhere: ({ context }) => context.openedElsewhere,
    hasMessage: ({ context }) => context.message !== null,
  },
  actions: {
    assignAppointment: assign({
      appointment: (_, { appointment }: { appointment: Payable | null }) => appointment,
      transactionId: (_, { appointment }: { appointment: Payable | null }) =>
        appointment?.transactionId ?? null,
    }),
    assignIntent: assign(({ context }, { answer }: { answer: PreparedIntent }) =>
      answer.kind === 'ready'
        ? {
            clientSecret: answer.clientSecret,
            keptCards: answer.cards,
            chosenCard: chooseAmong(answer.cards, context),
          }
        : {},
    ),
    assignTransaction: assign({
      transactionId: (_, { answer }: { answer: Answer }) =>
        'transactionId' in answer ? answer.transactionId : null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
    assignCard: assign({
      cardComplete: (_, { complete }: { complete: boolean }) => complete,
      chosenCard: null,
    }),
    assignChosenCard: assign({ chosenCard: (_, { card }: { card: string | null }) => card }),
    assignKeep: assign({ keepsCard: (_, { keep }: { keep: boolean }) => keep }),
    assignPaymentMethod: assign({
      paymentMethod: (_, { paymentMethod }: { paymentMethod: string }) => paymentMethod,
    }),
    forgetCard: assign({ cardComplete: false, paymentMethod: null }),
    assignOther: assign({ openedElsewhere: true }),
    forgetOther: assign({ openedElsewhere: false }),
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
    keptCards: [],
    chosenCard: null,
    keepsCard: false,
    cardComplete: false,
    paymentMethod: null,
    transactionId: null,
    openedElsewhere: false,
    asked: 0,
    message: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'What is paid for, the card form and the payment intent are prepared.',
      initial: 'loadingAppointment',
      states: {
        loadingAppointment: {
          description: 'The appointment is loading.',
          invoke: {
            id: 'loadAppointment',
            src: 'loadAppointment',
            input: ({ context }) => ({ appointmentIds: context.appointmentIds }),
            onDone: [
              { guard: { type: 'isMissing', params: found }, target: 'notFound' },
              {
                guard: { type: 'isPaid', params: found },
                target: '#payment.paid.earlier',
                actions: { type: 'assignAppointment', params: found },
              },
              {
                guard: { type: 'isCancelled', params: found },
                target: '#payment.failed.cancelled',
                actions: { type: 'assignAppointment', params: found },
              },
              {
                guard: { type: 'isUnpayable', params: found },
                target: 'unpayable',
                actions: { type: 'assignAppointment', params: found },
              },
              {
                guard: 'isOpenedElsewhere',
                target: '#payment.failed.openedElsewhere',
                actions: { type: 'assignAppointment', params: found },
              },
              {
                target: 'loadingCardForm',
                actions: { type: 'assignAppointment', params: found },
              },
            ],
            onError: {
              target: 'loadFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        loadFailed: {
          description: 'The appointment could not be loaded; the user can try again.',
          on: { retry: { target: 'loadingAppointment', actions: 'forgetMessage' } },
        },
        notFound: {
          description: 'There is no such appointment, or it belongs to another patient.',
        },
        unpayable: {
          description:
            'It is unpaid, and the user may not pay for it, or answers first which time they take instead.',
        },
        loadingCardForm: {
          description: "The card provider's script is loading.",
          entry: 'forgetCard',
          invoke: {
            id: 'loadCardForm',
            src: 'loadCardForm',
            onDone: 'preparingIntent',
            onError: {
              target: 'cardFormFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        cardFormFailed: {
          description: "The card provider's script did not load.",
          on: { retry: { target: 'loadingCardForm', actions: 'forgetMessage' } },
        },
        preparingIntent: {
          description: 'The server creates the payment intent, or finds the open one.',
          on: {
            'card.change': { actions: { type: 'assignCard', params: ({ event }) => event } },
            'card.choose': {
              guard: { type: 'isOtherCard', params: ({ event }) => event },
              actions: { type: 'assignChosenCard', params: ({ event }) => event },
            },
            'card.keep': {
              guard: { type: 'canKeep', params: ({ event }) => event },
              actions: { type: 'assignKeep', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'prepareIntent',
            src: 'prepareIntent',
            input: ({ context }) => ({
              appointmentIds: context.appointmentIds,
              price: context.appointment?.price ?? 0,
            }),
            onDone: [
              {
                guard: { type: 'isCharged', params: answer },
                target: '#payment.confirming.settling',
                actions: { type: 'assignTransaction', params: answer },
              },
              {
                guard: { type: 'isCancelledMeanwhile', params: answer },
                target: '#payment.failed.cancelled',
              },
              {
                guard: { type: 'isOutdated', params: answer },
                target: 'loadingAppointment',
              },
              {
                guard: 'hasMessage',
                target: '#payment.failed',
                actions: { type: 'assignIntent', params: answer },
              },
              {
                target: '#payment.intentReady',
                actions: { type: 'assignIntent', params: answer },
              },
            ],
            onError: {
              target: 'intentFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        intentFailed: {
          description: 'The payment intent could not be created; the user can try again.',
          on: {
            'card.change': { actions: { type: 'assignCard', params: ({ event }) => event } },
            'card.choose': {
              guard: { type: 'isOtherCard', params: ({ event }) => event },
              actions: { type: 'assignChosenCard', params: ({ event }) => event },
            },
            'card.keep': {
              guard: { type: 'canKeep', params: ({ event }) => event },
              actions: { type: 'assignKeep', params: ({ event }) => event },
            },
            retry: { target: 'preparingIntent', actions: 'forgetMessage' },
          },
        },
      },
    },
    intentReady: {
      description: 'The card can be typed and charged; no payment has been attempted.',
      on: {
        'card.change': { actions: { type: 'assignCard', params: ({ event }) => event } },
        'card.choose': {
          guard: { type: 'isOtherCard', params: ({ event }) => event },
          actions: { type: 'assignChosenCard', params: ({ event }) => event },
        },
        'card.keep': {
          guard: { type: 'canKeep', params: ({ event }) => event },
          actions: { type: 'assignKeep', params: ({ event }) => event },
        },
        'pay.submit': [
          { guard: 'isCardKept', target: 'confirming.registeringCard' },
          { guard: 'isCardComplete', target: 'confirming' },
        ],
      },
    },
    confirming: {
      description: 'The card is being charged, until the server has confirmed the payment.',
      initial: 'creatingMethod',
      states: {
        creatingMethod: {
          description: 'The provider registers the card.',
          invoke: {
            id: 'createPaymentMethod',
            src: 'createPaymentMethod',
            input: ({ context: { appointment } }) => ({
              name: appointment?.patientName ?? '',
              email: appointment?.email ?? '',
            }),
            onDone: [
              {
                guard: 'keepsCard',
                target: 'registeringCard',
                actions: {
                  type: 'assignPaymentMethod',
                  params: ({ event }) => ({ paymentMethod: event.output }),
                },
              },
              {
                target: 'charging',
                actions: {
                  type: 'assignPaymentMethod',
                  params: ({ event }) => ({ paymentMethod: event.output }),
                },
              },
            ],
            onError: {
              target: '#payment.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        registeringCard: {
          description:
            'The server notes which kept card pays, or that the typed one is kept; nothing is charged yet.',
          invoke: {
            id: 'registerCard',
            src: 'registerCard',
            input: ({ context: { clientSecret, chosenCard, paymentMethod } }) => ({
              clientSecret: clientSecret ?? '',
              card: chosenCard,
              paymentMethod: chosenCard === null ? paymentMethod : null,
            }),
            onDone: [
              {
                guard: { type: 'isOutdated', params: answer },
                target: '#payment.idle',
                actions: 'assignOther',
              },
              {
                target: 'charging',
                actions: {
                  type: 'assignPaymentMethod',
                  params: ({ event: { output } }) => ({
                    paymentMethod: output.kind === 'registered' ? output.paymentMethod : '',
                  }),
                },
              },
            ],
            // The kept cards may have changed: they come with the intent.
            onError: {
              target: '#payment.idle.preparingIntent',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        charging: {
          description: 'The provider charges the card; this cannot be canceled.',
          invoke: {
            id: 'confirmPayment',
            src: 'confirmPayment',
            input: ({ context: { clientSecret, paymentMethod } }) => ({
              clientSecret: clientSecret ?? '',
              paymentMethod: paymentMethod ?? '',
            }),
            onDone: [
              {
                guard: { type: 'isCharged', params: answer },
                target: 'settling',
                actions: { type: 'assignTransaction', params: answer },
              },
              {
                guard: { type: 'needsAuthentication', params: answer },
                target: 'authenticating',
              },
              { target: '#payment.idle', actions: 'assignOther' },
            ],
            onError: {
              target: '#payment.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        authenticating: {
          description: "The bank's challenge is shown (3-D Secure).",
          invoke: {
            id: 'authenticate',
            src: 'authenticate',
            input: ({ context }) => ({ clientSecret: context.clientSecret ?? '' }),
            onDone: [
              {
                guard: { type: 'isCharged', params: answer },
                target: 'settling',
                actions: { type: 'assignTransaction', params: answer },
              },
              { target: '#payment.idle', actions: 'assignOther' },
            ],
            onError: {
              target: '#payment.failed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        settling: {
          description: 'The card is charged; the server has not confirmed the payment yet.',
          initial: 'asking',
          entry: 'startAsking',
          states: {
            asking: {
              description: 'The server asks the provider for the state of the payment.',
              entry: 'countAsking',
              invoke: {
                id: 'settlePayment',
                src: 'settlePayment',
                input: ({ context: { appointmentIds, transactionId } }) => ({
                  appointmentIds,
                  transactionId: transactionId ?? '',
                }),
                onDone: [
                  {
                    guard: { type: 'isConfirmed', params: answer },
                    target: '#payment.paid.now',
                    actions: { type: 'assignTransaction', params: answer },
                  },
                  {
                    guard: { type: 'isDeclined', params: answer },
                    target: '#payment.idle.preparingIntent',
                    actions: [
                      'forgetCard',
                      { type: 'assignMessage', params: ({ event }) => ({ error: event.output }) },
                    ],
                  },
                  {
                    guard: { type: 'isCancelledMeanwhile', params: answer },
                    target: '#payment.failed.cancelled.refunding',
                  },
                  { target: 'waiting', actions: 'forgetMessage' },
                ],
                onError: {
                  target: 'unconfirmed',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            waiting: {
              description: 'The provider is still processing; the server is asked again shortly.',
              after: { nextAsking: 'asking' },
            },
            unconfirmed: {
              description: 'The server could not be asked; retried by a timer or a click.',
              on: { retry: 'asking' },
              after: { nextAsking: 'asking' },
            },
          },
        },
      },
    },
    paid: {
      description: 'The appointment is paid; the transaction id is shown.',
      initial: 'now',
      states: {
        now: { description: 'Paid on this page.' },
        earlier: { description: 'Paid before this page was opened.' },
      },
    },
    failed: {
      description: 'No payment was made; where another one is possible, it says how.',
      initial: 'declined',
      states: {
        declined: {
          description: 'The last attempt failed; its message is shown, another card may work.',
          on: {
            'card.change': { actions: { type: 'assignCard', params: ({ event }) => event } },
            'card.choose': {
              guard: { type: 'isOtherCard', params: ({ event }) => event },
              actions: { type: 'assignChosenCard', params: ({ event }) => event },
            },
            'card.keep': {
              guard: { type: 'canKeep', params: ({ event }) => event },
              actions: { type: 'assignKeep', params: ({ event }) => event },
            },
            'pay.submit': [
              {
                guard: 'isCardKept',
                target: '#payment.confirming.registeringCard',
                actions: 'forgetMessage',
              },
              {
                guard: 'isCardComplete',
                target: '#payment.confirming',
                actions: 'forgetMessage',
              },
            ],
          },
        },
        openedElsewhere: {
          description:
            'Another tab or guardian has opened a payment since; the user may take it back.',
          on: { retry: { target: '#payment.idle.loadingCardForm', actions: 'forgetOther' } },
        },
        cancelled: {
          description: 'The appointment is canceled; there is nothing to pay.',
          initial: 'unpaid',
          states: {
            unpaid: { description: 'The card was not charged.' },
            refunding: { description: 'The card was charged; the charge will be refunded.' },
          },
        },
      },
    },
  },
})
