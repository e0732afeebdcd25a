import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, initialTransition, SimulatedClock, transition } from 'xstate'
import { type KeptCard, MOST_CARDS } from '#contract/payments/cards.ts'
import {
  CLIENT_SECRET,
  DECLINED,
  KEPT,
  NO_CARD,
  TRANSACTION,
  unpaid,
} from '../testing/payment/payment-walks.ts'
import { type PaymentEvent, paymentMachine, type Settlement } from './payment-machine.ts'

type Answer = { type: `xstate.${string}`; [data: string]: unknown }

const start = () => initialTransition(paymentMachine, { appointmentIds: [unpaid._id] })[0]

function follow(...events: (PaymentEvent | Answer)[]) {
  // The machine's event type does not include the results of invoked actors.
  return (events as PaymentEvent[]).reduce(
    (snapshot, event) => transition(paymentMachine, snapshot, event)[0],
    start(),
  )
}

const done = (actor: string, output?: unknown): Answer => ({
  type: `xstate.done.actor.${actor}`,
  output,
})
const failed = (actor: string, message: string): Answer => ({
  type: `xstate.error.actor.${actor}`,
  error: { message },
})

const formShown = [done('loadAppointment', unpaid), done('loadCardForm')]
const ready = [
  ...formShown,
  done('prepareIntent', { kind: 'ready', clientSecret: CLIENT_SECRET, cards: [] }),
]
const typed = { type: 'card.change', complete: true } as const
const pay = { type: 'pay.submit' } as const
const confirming = [...ready, typed, pay, done('createPaymentMethod', 'pm_1')]
const charged = { kind: 'charged', transactionId: TRANSACTION }

// The walks cover the rest; these cases need a longer history.
describe('payment', () => {
  it('pays with another card through the same intent after a decline', () => {
    const again = follow(
      ...confirming,
      failed('confirmPayment', DECLINED),
      pay,
      done('createPaymentMethod', 'pm_2'),
    )
    expect(again.children.confirmPayment?.getSnapshot()).toMatchObject({
      input: { clientSecret: CLIENT_SECRET, paymentMethod: 'pm_2' },
    })
  })

  const old = { ...KEPT, _id: 'old', expired: true }
  const prepared = (...cards: KeptCard[]) =>
    done('prepareIntent', { kind: 'ready', clientSecret: CLIENT_SECRET, cards })

  it.each([
    ['the usable card used last', [old, KEPT], [], KEPT._id],
    ['no card that has expired', [old], [], null],
    ['none beside a typed one', [KEPT], [typed], null],
  ])('chooses %s', (_, cards, before, chosen) => {
    const { context } = follow(...formShown, ...before, prepared(...cards))
    expect(context.chosenCard).toBe(chosen)
  })

  it('offers the card field if the saved card is gone', () => {
    const refused = [...formShown, prepared(KEPT), pay, failed('registerCard', NO_CARD)]
    const { value, context } = follow(...refused, prepared())
    expect(value).toEqual({ failed: 'declined' })
    expect(context).toMatchObject({ message: NO_CARD, chosenCard: null })
  })

  it('does not select again a card that the user has deselected', () => {
    const typing = [{ type: 'card.choose', card: null } as const, typed, pay]
    const refused = [done('createPaymentMethod', 'pm_1'), done('confirmPayment', charged)]
    const declined = done('settlePayment', { kind: 'declined', message: DECLINED })
    const { context } = follow(
      ...formShown,
      prepared(KEPT),
      ...typing,
      ...refused,
      declined,
      prepared(KEPT),
    )
    expect(context.chosenCard).toBeNull()
  })

  it('saves no card beyond the limit', () => {
    const cards = Array.from({ length: MOST_CARDS }, (_, index) => ({ ...old, _id: `${index}` }))
    const keep = { type: 'card.keep', keep: true } as const
    expect(follow(...formShown, prepared(...cards)).can(keep)).toBe(false)
    expect(follow(...formShown, prepared(...cards.slice(1))).can(keep)).toBe(true)
  })

  it('reports a payment that failed while processing, and asks for the card again', () => {
    const { value, context } = follow(
      ...confirming,
      done('confirmPayment', charged),
      done('settlePayment', { kind: 'declined', message: DECLINED }),
      done('prepareIntent', { kind: 'ready', clientSecret: CLIENT_SECRET, cards: [] }),
    )
    expect(value).toEqual({ failed: 'declined' })
    expect(context).toMatchObject({ message: DECLINED, cardComplete: false })
  })

  it('asks the server again after 1 s, doubling to 30 s, until it confirms', async () => {
    const answers: PromiseWithResolvers<Settlement>[] = []
    const clock = new SimulatedClock()
    const actor = createActor(
      paymentMachine.provide({
        actors: {
          settlePayment: fromPromise(() => {
            const answer = Promise.withResolvers<Settlement>()
            answers.push(answer)
            return answer.promise
          }),
        },
      }),
      {
        clock,
        input: { appointmentIds: [unpaid._id] },
        snapshot: follow(...formShown, done('prepareIntent', charged)),
      },
    )
    actor.start()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const asked = answers.length
      answers.at(-1)?.resolve({ kind: 'processing' })
      await expect
        .poll(() => actor.getSnapshot().value)
        .toEqual({ confirming: { settling: 'waiting' } })
      clock.increment(seconds * 1000 - 1)
      expect(answers).toHaveLength(asked)
      clock.increment(1)
      expect(answers).toHaveLength(asked + 1)
    }
    answers.at(-1)?.resolve({ kind: 'paid', transactionId: TRANSACTION })
    await expect.poll(() => actor.getSnapshot().value).toEqual({ paid: 'now' })
    actor.stop()
  })
})
