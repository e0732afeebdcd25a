import type { Appointment } from '../../contract/appointments.ts'
import { failTo } from '../answers.ts'
import { type Answer, paymentSetup } from './payment-setup.ts'

const found = ({ event }: { event: { output: Appointment | null } }) => ({
  appointment: event.output,
})
const answer = <A extends Answer>({ event }: { event: { output: A } }) => ({ answer: event.output })

/** The appointment as it is now, which decides whether there is anything to pay. */
function foundTo<Target extends string>(target: Target) {
  return { target, actions: { type: 'rememberAppointment', params: found } } as const
}

/** The money is taken: the server has to hear of it. */
const settle = {
  guard: { type: 'isCharged', params: answer },
  target: '#payment.settling',
  actions: { type: 'rememberTransaction', params: answer },
} as const

/** While a payment is under way the card form is locked. */
const CARD_CHANGE = {
  actions: {
    type: 'rememberCard',
    params: ({ event }: { event: { complete: boolean } }) => event,
  },
} as const

const loadingAppointment = paymentSetup.createStateConfig({
  description: 'The appointment is on its way, as it is now.',
  invoke: {
    id: 'loadAppointment',
    src: 'loadAppointment',
    input: ({ context }) => ({ appointmentId: context.appointmentId }),
    onDone: [
      { guard: { type: 'isMissing', params: found }, target: 'notFound' },
      { guard: { type: 'isPaid', params: found }, ...foundTo('paid.earlier') },
      { guard: { type: 'isCancelled', params: found }, ...foundTo('cancelled.unpaid') },
      foundTo('loadingCardForm'),
    ],
    onError: failTo('loadFailed'),
  },
})

const form = paymentSetup.createStateConfig({
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
          settle,
          {
            guard: { type: 'isCalledOff', params: answer },
            target: '#payment.cancelled.unpaid',
          },
          {
            guard: { type: 'isOutdated', params: answer },
            target: '#payment.loadingAppointment',
          },
          {
            guard: 'hasMessage',
            target: 'intentReady.declined',
            actions: { type: 'rememberClientSecret', params: answer },
          },
          {
            target: 'intentReady',
            actions: { type: 'rememberClientSecret', params: answer },
          },
        ],
        onError: failTo('intentFailed'),
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
          actions: {
            type: 'rememberPaymentMethod',
            params: ({ event }) => ({ paymentMethod: event.output }),
          },
        },
        onError: failTo('intentReady.declined'),
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
          settle,
          { guard: { type: 'wantsAuthentication', params: answer }, target: 'authenticating' },
          { target: '#payment.loadingAppointment' },
        ],
        onError: failTo('intentReady.declined'),
      },
    },
    authenticating: {
      description: "The bank's challenge is on the screen (3-D Secure).",
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => ({ clientSecret: context.clientSecret ?? '' }),
        onDone: [settle, { target: '#payment.loadingAppointment' }],
        onError: failTo('intentReady.declined'),
      },
    },
  },
})

const settling = paymentSetup.createStateConfig({
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
            guard: { type: 'isConfirmed', params: answer },
            target: '#payment.paid.now',
            actions: { type: 'rememberTransaction', params: answer },
          },
          {
            guard: { type: 'isDeclined', params: answer },
            target: '#payment.form.preparingIntent',
            actions: [
              'forgetCard',
              { type: 'rememberMessage', params: ({ event }) => ({ error: event.output }) },
            ],
          },
          {
            guard: { type: 'isCalledOff', params: answer },
            target: '#payment.cancelled.refunding',
          },
          { target: 'waiting', actions: 'forgetMessage' },
        ],
        onError: failTo('unconfirmed'),
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
})

/**
 * Paying for one appointment by card (design section 9). What has become of the money is the
 * server's word alone: never a second charge, never a lost payment.
 */
export const paymentMachine = paymentSetup.createMachine({
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
    loadingAppointment,
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
        onError: failTo('cardFormFailed'),
      },
    },
    cardFormFailed: {
      description: "The card provider's script did not load: blocked, or no connection.",
      on: { retry: { target: 'loadingCardForm', actions: 'forgetMessage' } },
    },
    form,
    settling,
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
