import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { type Path, walk } from '../testing/paths.ts'
import { type Run, runAlone } from '../testing/run-model.ts'
import { type PaymentContext, paymentMachine } from './payment-machine.ts'
import {
  CLIENT_SECRET,
  DECLINED,
  type PaymentDriver,
  TRANSACTION,
  unpaid,
} from './payment-paths.ts'

const APPOINTMENT = { appointmentId: unpaid._id }
const CARD = 'pm_1RkCard'

/** Walks a path on the payment machine alone, and looks at what it knows in each of its states. */
export async function walkPaymentAlone(
  path: Path,
  machine: AnyStateMachine = paymentMachine,
): Promise<void> {
  const run = runAlone<PaymentContext>(machine, APPOINTMENT)
  try {
    await walk(path, driveAlone(run))
  } finally {
    run.stop()
  }
}

function driveAlone(run: Run<PaymentContext>): PaymentDriver {
  const { succeed, fail } = run
  // What the visitor typed, and what the last failure said.
  let isTyped = false
  let failure: string | null = null
  let timesAsked = 0

  function failing(id: string) {
    return async (event: Parameters<ReturnType<typeof fail>>[0]) => {
      failure = (event.error as { message: string }).message
      await fail(id)(event)
    }
  }
  const knows = (facts: Partial<PaymentContext>) =>
    expect(run.context()).toMatchObject({ ...APPOINTMENT, ...facts })
  const expectForm = (facts: Partial<PaymentContext> = {}) =>
    knows({ appointment: unpaid, cardComplete: isTyped, transactionId: null, ...facts })
  const expectPaying = () => expectForm({ clientSecret: CLIENT_SECRET, message: null })
  // One second, then twice as long each time (design section 9).
  const untilNextAsking = () => 1000 * 2 ** (timesAsked - 1)

  return {
    do: {
      'card.change': (event) => {
        run.send(event)
        isTyped = event.complete === true
      },
      'pay.submit': (event) => {
        run.send(event)
        failure = null
      },
      retry: (event) => {
        run.send(event)
        if (run.asked('settlePayment') === undefined) failure = null
      },
      'xstate.done.actor.loadAppointment': succeed('loadAppointment'),
      'xstate.error.actor.loadAppointment': failing('loadAppointment'),
      'xstate.done.actor.loadCardForm': succeed('loadCardForm'),
      'xstate.error.actor.loadCardForm': failing('loadCardForm'),
      'xstate.done.actor.prepareIntent': succeed('prepareIntent'),
      'xstate.error.actor.prepareIntent': failing('prepareIntent'),
      'xstate.done.actor.createPaymentMethod': succeed('createPaymentMethod'),
      'xstate.error.actor.createPaymentMethod': failing('createPaymentMethod'),
      'xstate.done.actor.confirmPayment': succeed('confirmPayment'),
      'xstate.error.actor.confirmPayment': failing('confirmPayment'),
      'xstate.done.actor.authenticate': succeed('authenticate'),
      'xstate.error.actor.authenticate': failing('authenticate'),
      'xstate.done.actor.settlePayment': async (event) => {
        const { kind } = event.output as { kind: string }
        // The card has to be typed anew.
        if (kind === 'declined') isTyped = false
        failure = kind === 'declined' ? DECLINED : null
        await succeed('settlePayment')(event)
      },
      'xstate.error.actor.settlePayment': failing('settlePayment'),
      'xstate.after.nextAsking.payment.settling.waiting': run.wait(untilNextAsking),
      'xstate.after.nextAsking.payment.settling.unconfirmed': run.wait(untilNextAsking),
    },
    see: run.see({
      loadingAppointment: () => {
        timesAsked = 0
        expect(run.asked('loadAppointment')).toEqual(APPOINTMENT)
        knows({ message: null })
      },
      loadFailed: () => knows({ appointment: null, message: failure }),
      notFound: () => knows({ appointment: null, transactionId: null }),
      loadingCardForm: () => {
        knows({ appointment: unpaid, cardComplete: false, paymentMethod: null, message: null })
        expect(run.asked('loadCardForm')).toBeUndefined()
      },
      cardFormFailed: () => knows({ appointment: unpaid, message: failure }),
      'form.preparingIntent': () => {
        timesAsked = 0
        knows({ appointment: unpaid, cardComplete: isTyped, message: failure })
        expect(run.asked('prepareIntent')).toEqual({ ...APPOINTMENT, price: unpaid.price })
      },
      'form.intentFailed': () => expectForm({ message: failure }),
      'form.intentReady.untouched': () => {
        expectForm({ clientSecret: CLIENT_SECRET, message: null })
        expectPayable()
      },
      'form.intentReady.declined': () => {
        knows({ appointment: unpaid, clientSecret: CLIENT_SECRET, message: failure })
        expect(failure).not.toBeNull()
        expectPayable()
      },
      'form.creatingMethod': () => {
        expectPaying()
        expect(run.asked('createPaymentMethod')).toEqual({
          name: unpaid.patientName,
          email: unpaid.email,
        })
      },
      'form.confirming': () => {
        expectPaying()
        expect(run.asked('confirmPayment')).toEqual({
          clientSecret: CLIENT_SECRET,
          paymentMethod: CARD,
        })
      },
      'form.authenticating': () => {
        expectPaying()
        expect(run.asked('authenticate')).toEqual({ clientSecret: CLIENT_SECRET })
      },
      'settling.asking': () => {
        timesAsked += 1
        knows({ appointment: unpaid, transactionId: TRANSACTION, asked: timesAsked })
        expect(run.context().message).toBe(timesAsked === 1 ? null : failure)
        expect(run.asked('settlePayment')).toEqual({ ...APPOINTMENT, transactionId: TRANSACTION })
      },
      'settling.waiting': () => knows({ transactionId: TRANSACTION, message: null }),
      'settling.unconfirmed': () => knows({ transactionId: TRANSACTION, message: failure }),
      'paid.now': () => knows({ appointment: unpaid, transactionId: TRANSACTION }),
      'paid.earlier': () =>
        knows({ appointment: { ...unpaid, paid: true, transactionId: TRANSACTION } }),
      'cancelled.unpaid': () => {
        expect(run.context().appointment).not.toBeNull()
        knows({ transactionId: null })
      },
      'cancelled.refunding': () => knows({ transactionId: TRANSACTION }),
    }),
  }

  /** 'Pay' can be pressed when the card is complete, and only then. */
  function expectPayable() {
    expect(run.can({ type: 'pay.submit' })).toBe(isTyped)
  }
}
