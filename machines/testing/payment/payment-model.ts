import { expect } from 'vitest'
import type { KeptCard } from '#contract/payments/cards.ts'
import { type PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { CLIENT_SECRET, DECLINED, KEPT, TRANSACTION, unpaid, unpayable } from './payment-walks.ts'

const APPOINTMENT = { appointmentIds: [unpaid._id] }
const CARD = 'pm_1RkCard'

/** Takes a walk on the payment machine alone, and checks what it knows in each of its states. */
export const walkPaymentMachine = modelOf(paymentMachine, drive, APPOINTMENT)

const isReady = (output: unknown): output is { cards: readonly KeptCard[] } =>
  output instanceof Object && 'cards' in output

const isRegistered = (output: unknown): output is { paymentMethod: string } =>
  output instanceof Object && 'paymentMethod' in output

function drive(model: MachineModel<typeof paymentMachine>): Expectations<typeof paymentMachine> {
  // How often the server was asked to settle the payment.
  let asked = 0
  // What was typed, and what the last failure said.
  let isTyped = false
  let failure: string | null = null
  // The cards that are offered, the one that is to pay, and whether a typed one is to be kept.
  let cards: readonly KeptCard[] = []
  let chosen: string | null = null
  let keeps = false
  let isPrepared = false
  // The provider's id of the card that was registered last.
  let registered: string | null = null
  // The intent that has taken the money, by the last answer that named one.
  let transactionId: string | null = null

  const knows = (facts: Partial<PaymentContext>) =>
    expect(model.context()).toMatchObject({ ...APPOINTMENT, ...facts })
  const knowsForm = (facts: Partial<PaymentContext> = {}) =>
    knows({
      appointment: unpaid,
      cardComplete: isTyped,
      keptCards: cards,
      chosenCard: chosen,
      keepsCard: keeps,
      openedElsewhere: false,
      ...facts,
    })
  const knowsPayment = () => knowsForm({ clientSecret: CLIENT_SECRET, message: null })

  /** 'Pay' can be pressed when the card is complete, and only then. */
  const expectPayable = () =>
    expect(model.can({ type: 'pay.submit' })).toBe(isTyped || chosen !== null)

  /** A usable kept card can be chosen, and a typed one be kept. */
  const expectChoices = () => {
    expect(model.can({ type: 'card.choose', card: KEPT._id })).toBe(
      cards.length > 0 && chosen === null,
    )
    expect(model.can({ type: 'card.choose', card: 'unknown' })).toBe(false)
    expect(model.can({ type: 'card.choose', card: null })).toBe(chosen !== null)
    expect(model.can({ type: 'card.keep', keep: !keeps })).toBe(chosen === null)
    expect(model.can({ type: 'card.keep', keep: keeps })).toBe(false)
  }

  return {
    // One second, then twice as long each time.
    delays: { nextAsking: () => 1000 * 2 ** (asked - 1) },
    on: {
      'card.change': (event) => {
        // As while it is typed.
        model.send({ ...event, complete: false })
        expect(model.can({ type: 'pay.submit' })).toBe(false)
        model.send(event)
        isTyped = event.complete
        chosen = null
      },
      'card.choose': (event) => {
        chosen = event.card
      },
      'card.keep': (event) => {
        keeps = event.keep
      },
      'pay.submit': () => {
        failure = null
      },
      retry: () => {
        if (!model.isCalled('settlePayment')) failure = null
      },
    },
    onDone: (id, output) => {
      transactionId = (output as { transactionId?: string } | null)?.transactionId ?? transactionId
      if (id === 'createPaymentMethod') registered = CARD
      if (id === 'registerCard' && isRegistered(output)) registered = output.paymentMethod
      if (id === 'prepareIntent' && isReady(output)) {
        cards = output.cards
        const [first] = cards
        if (isPrepared || isTyped) chosen = cards.find(({ _id }) => _id === chosen)?._id ?? null
        else chosen = first?._id ?? null
        isPrepared = true
      }
      if (id === 'loadCardForm' || id === 'loadAppointment') isTyped = false
      if (id !== 'settlePayment') return
      const isDeclined = (output as { kind: string }).kind === 'declined'
      failure = isDeclined ? DECLINED : null
      // The card has to be typed again.
      if (isDeclined) isTyped = false
    },
    onError: (_, error) => {
      failure = error.message
    },
    see: {
      'idle.loadingAppointment': () => {
        asked = 0
        expect(model.inputOf('loadAppointment')).toEqual(APPOINTMENT)
        knows({ message: failure })
      },
      'idle.loadFailed': () => knows({ message: failure }),
      'idle.notFound': () => knows({ appointment: null, transactionId: null }),
      'idle.unpayable': () => knows({ appointment: unpayable(unpaid), transactionId: null }),
      'idle.loadingCardForm': () => {
        isTyped = false
        knows({
          appointment: unpaid,
          cardComplete: false,
          paymentMethod: null,
          message: failure,
        })
        expect(model.inputOf('loadCardForm')).toBeUndefined()
      },
      'idle.cardFormFailed': () => knows({ appointment: unpaid, message: failure }),
      'idle.preparingIntent': () => {
        asked = 0
        knowsForm({ message: failure })
        expectChoices()
        expect(model.inputOf('prepareIntent')).toEqual({ ...APPOINTMENT, price: unpaid.price })
      },
      'idle.intentFailed': () => {
        knowsForm({ message: failure })
        expectChoices()
      },
      intentReady: () => {
        knowsForm({ clientSecret: CLIENT_SECRET, message: null })
        expectPayable()
        expectChoices()
      },
      'failed.declined': () => {
        knowsForm({ clientSecret: CLIENT_SECRET, message: failure })
        expect(failure).not.toBeNull()
        expectPayable()
        expectChoices()
      },
      'confirming.creatingMethod': () => {
        knowsPayment()
        expect(model.inputOf('createPaymentMethod')).toEqual({
          name: unpaid.patientName,
          email: unpaid.email,
        })
      },
      'confirming.registeringCard': () => {
        knowsPayment()
        expect(model.inputOf('registerCard')).toEqual({
          clientSecret: CLIENT_SECRET,
          card: chosen,
          paymentMethod: chosen === null ? CARD : null,
        })
      },
      'confirming.charging': () => {
        knowsPayment()
        expect(model.inputOf('confirmPayment')).toEqual({
          clientSecret: CLIENT_SECRET,
          paymentMethod: registered,
        })
      },
      'confirming.authenticating': () => {
        knowsPayment()
        expect(model.inputOf('authenticate')).toEqual({ clientSecret: CLIENT_SECRET })
      },
      'confirming.settling.asking': () => {
        asked += 1
        knows({ appointment: unpaid, transactionId, asked })
        expect(model.context().message).toBe(asked === 1 ? null : failure)
        expect(model.inputOf('settlePayment')).toEqual({ ...APPOINTMENT, transactionId })
      },
      'confirming.settling.waiting': () => knows({ transactionId, message: null }),
      'confirming.settling.unconfirmed': () => knows({ transactionId, message: failure }),
      'paid.now': () => knows({ appointment: unpaid, transactionId: TRANSACTION }),
      'paid.earlier': () =>
        knows({ appointment: { ...unpaid, paid: true, transactionId: TRANSACTION } }),
      'failed.openedElsewhere': () =>
        knows({ appointment: unpaid, transactionId: null, message: null, openedElsewhere: true }),
      'failed.cancelled.unpaid': () => {
        expect(model.context().appointment).not.toBeNull()
        knows({ transactionId: null })
      },
      'failed.cancelled.refunding': () => knows({ transactionId }),
    },
  }
}
