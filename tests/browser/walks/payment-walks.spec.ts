import { expect, type Page } from '@playwright/test'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import { type PaymentServer, paymentDriver } from '#machines/testing/payment/payment-driver.ts'
import { NO_CARD, paymentWalks, unpaid } from '#machines/testing/payment/payment-walks.ts'
import type { Driver, Moment } from '#machines/testing/tours.ts'
import { type Call, openNetwork } from '../intercept.ts'
import { sandboxStripe, setKeptCard } from '../kept-cards.ts'
import { bookAs, callAs, type Member, register, sessionOf } from '../member.ts'
import { CARDS, chargesOf, controlSandbox, intentOf, typeCard } from '../payer.ts'
import { appointmentRow, changeAppointment, eventsOf, paymentsOf } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'

/** Short walks, because the script fails to load only before it has been loaded once. */
const OPTIONS = { each: 'state', longest: 18 } as const

/**
 * The site's server and the card provider's sandbox; the test prepares both before they answer. The sandbox
 * holds each charge until the walk decides its result.
 */
async function siteServer(page: Page, appointment: Appointment, parent: Member) {
  const id = appointment._id
  const stop = await openNetwork(page)
  const calls = {
    loadAppointment: stop('GET', `/appointment/${id}`),
    loadCardForm: stop('GET', (name) => name.endsWith('/stripe.js')),
    prepareIntent: stop('POST', '/create-payment-intent'),
    createPaymentMethod: stop('POST', (name) => name.endsWith('/payment_methods')),
    registerCard: stop('POST', (name) => /^\/payments\/\w+\/(keep-)?card$/.test(name)),
    confirmPayment: stop('POST', (name) => name.endsWith('/confirm')),
    settlePayment: stop('PATCH', `/booking/${id}`),
  }
  const stripe = sandboxStripe()
  let isScriptLoaded = false

  const holdCharge = async () =>
    controlSandbox('POST', '/faults', {
      on: 'payment',
      intent: await intentOf(id),
      fault: { kind: 'hold' },
    })
  const settle = async (outcome: 'succeeded' | 'failed') =>
    controlSandbox('POST', `/payment_intents/${await intentOf(id)}/settle`, { outcome })
  const cancelIntent = async () => stripe.paymentIntents.cancel(await intentOf(id))

  async function chargeInOtherTab(isHeld: boolean) {
    const wanted = { price: appointment.price, appointment: id }
    await callAs(parent, 'POST', '/create-payment-intent', wanted)
    if (isHeld) await holdCharge()
    await stripe.paymentIntents.confirm(await intentOf(id), { payment_method: 'pm_card_visa' })
  }

  /** Prepares both so that the request ends as the walk requires. */
  const arrange: Record<
    string,
    (kind: unknown, output: unknown, moment: Moment<unknown>) => Promise<void>
  > = {
    async loadAppointment(_, output) {
      const { status, paid, price } = output as Appointment
      if (paid) {
        await chargeInOtherTab(false)
        const transactionId = await intentOf(id)
        await callAs(parent, 'PATCH', `/booking/${id}`, { appointment: id, transactionId })
      } else changeAppointment(id, { status, priceCents: price * 100 })
    },
    async prepareIntent(kind, output, moment) {
      if (kind === 'cancelled') changeAppointment(id, { status: 'cancelled' })
      if (kind === 'outdated') changeAppointment(id, { priceCents: appointment.price * 100 + 500 })
      if (kind === 'charged') await chargeInOtherTab(true)
      if (isReady(output)) {
        const token = output.cards.length > 0 ? KEPT_TOKENS[chargeOf(moment)] : null
        await setKeptCard(parent.uid, token)
      }
    },
    async registerCard(kind) {
      if (kind === 'outdated') await cancelIntent()
    },
    async confirmPayment(kind) {
      if (kind === 'outdated') await cancelIntent()
      if (kind === 'charged') await holdCharge()
    },
    async settlePayment(kind) {
      if (kind === 'cancelled') changeAppointment(id, { status: 'cancelled' })
      if (kind !== 'processing') await settle(kind === 'declined' ? 'failed' : 'succeeded')
    },
  }

  /** How requests fail. A declined confirmation needs no entry: the sandbox declines by card. */
  const failures: Record<string, (call: Call) => Promise<void>> = {
    loadAppointment: (call) => call.answer(403, OFFLINE),
    loadCardForm: (call) => call.fail(),
    prepareIntent: (call) => call.answer(409, OFFLINE),
    createPaymentMethod: (call) =>
      call.answer(402, { error: { type: 'card_error', message: 'Your card number is invalid.' } }),
    registerCard: (call) => call.answer(409, { code: 'no_card', message: NO_CARD }),
    confirmPayment: (call) => call.proceed(),
    settlePayment: (call) => call.answer(403, OFFLINE),
  }
  const callOf = (name: string) => calls[name as keyof typeof calls].take()

  const server: PaymentServer & { isScriptLoaded(): boolean; asked(): Promise<void> } = {
    isScriptLoaded: () => isScriptLoaded,
    asked: () => calls.settlePayment.arrive(),
    async succeed(name, output, moment) {
      const kind = kindOf(output)
      if (name === 'authenticate') {
        if (kind === 'outdated') await cancelIntent()
        else await holdCharge()
        return page.getByRole('button', { name: 'Complete' }).click()
      }
      // The script is loaded once.
      if (name === 'loadCardForm' && isScriptLoaded) return
      isScriptLoaded ||= name === 'loadCardForm'
      const call = await callOf(name)
      if (output === null) return call.answer(404, { code: 'not_found', message: 'No.' })
      if (isUnpayable(output)) return call.answer(200, output)
      await arrange[name]?.(kind, output, moment)
      await call.proceed()
    },
    async fail(name) {
      if (name === 'authenticate') return page.getByRole('button', { name: 'Fail' }).click()
      await failures[name]?.(await callOf(name))
    },
    wait: () => calls.settlePayment.arrive(),
    typeCard: (moment) => typeCard(page, CARDS[chargeOf(moment)]),
    transactionId: () => intentOf(id),
  }
  return server
}

const DONE = 'xstate.done.actor'
const ERROR = 'xstate.error.actor'

/** Saved cards by the result of a charge. */
const KEPT_TOKENS = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  authentication: 'pm_card_authenticationRequired',
}

/** The saved card with which the next confirmation ends as the walk requires. */
function chargeOf({ next }: Pick<Moment<unknown>, 'next'>): keyof typeof KEPT_TOKENS {
  const confirmation = next(`${DONE}.confirmPayment`, `${ERROR}.confirmPayment`)
  if (confirmation?.type.startsWith(ERROR)) return 'declined'
  return kindOf(confirmation?.output) === 'authentication' ? 'authentication' : 'good'
}

function kindOf(output: unknown): unknown {
  return output instanceof Object && 'kind' in output ? output.kind : undefined
}

/** Whether the answer is an intent, which lists the user's saved cards. */
function isReady(output: unknown): output is { cards: readonly unknown[] } {
  return output instanceof Object && 'cards' in output
}

/** Whether the answer is an appointment of another guardian that the user may not pay. */
function isUnpayable(output: unknown): output is object {
  return output instanceof Object && 'mayPay' in output
}

/** The shared driver, adapted to a site that does some steps by itself. */
function siteDriver(
  page: Page,
  server: Awaited<ReturnType<typeof siteServer>>,
): Driver<typeof paymentMachine> {
  const driver = paymentDriver(pageScreen(page), server)
  return {
    ...driver,
    do: {
      ...driver.do,
      // After a second, the page may have retried before the click.
      retry: (...step: Parameters<typeof driver.do.retry>) =>
        Promise.race([driver.do.retry(...step), server.asked()]),
    },
    see: {
      ...driver.see,
      // A cached script loads too fast for its state to be seen.
      'idle.loadingCardForm': async (context: PaymentContext) => {
        if (!server.isScriptLoaded()) await driver.see['idle.loadingCardForm'](context)
      },
      'confirming.settling.unconfirmed': async ({ message }: PaymentContext) => {
        await expect(page.getByRole('alert')).toContainText(message ?? '')
      },
    },
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the payment machine', () => {
  for (const [index, { name }] of paymentWalks(unpaid, OPTIONS).entries()) {
    test(name, async ({ page }) => {
      const parent = await register('Wanda Walker')
      const choice = {
        day: workingDay(DAYS.paymentWalks + index),
        treatment: 'Allergy Testing',
        slot: '01:00 PM - 01:30 PM',
        price: 110,
      }
      const appointment = await bookAs(parent, choice)
      const walk = paymentWalks(appointment, OPTIONS)[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const server = await siteServer(page, appointment, parent)
      const address = `/dashboard/appointment/${appointment._id}`
      await openWith(page, sessionOf(parent), address)
      await takeInBrowser(walk, siteDriver(page, server))
      await expectRecords(appointment, walk.steps.at(-1)?.state.matches('paid') ?? false)
    })
  }
})

/** Expects the database and the card provider to agree, however the server learned of the payment. */
async function expectRecords({ _id, price }: Appointment, isPaid: boolean) {
  await expect.poll(() => appointmentRow(_id)?.paid).toBe(isPaid)
  const events = eventsOf(_id).filter((kind) => kind.startsWith('appointment.'))
  expect(events).toEqual(['appointment.booked', ...(isPaid ? ['appointment.paid'] : [])])
  if (!isPaid) return
  const transactionId = await intentOf(_id)
  expect(appointmentRow(_id)).toMatchObject({ transactionId, status: 'booked' })
  const taken = paymentsOf(_id).filter(({ state }) => state === 'succeeded')
  expect(taken).toMatchObject([{ id: transactionId }])
  expect(await chargesOf(transactionId)).toMatchObject([{ amount: price * 100 }])
}
