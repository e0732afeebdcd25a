import { expect } from '@playwright/test'
import Stripe from 'stripe'
import { DECLINED, type PaymentDriver } from '../../machines/payment/payment-paths.ts'
import type { Case, Path } from '../../machines/testing/paths.ts'
import { lookAhead } from './ahead.ts'
import type { HeldCall } from './hold.ts'
import { call, sessionOf } from './member.ts'
import {
  CARDS,
  CONGRATS,
  cardField,
  chargesOf,
  intentOf,
  payButton,
  sandboxAccess,
  typeCard,
  type Wish,
} from './payer.ts'
import { appointmentRow, changeAppointment, eventsOf, paymentsOf } from './records.ts'
import type { Walker } from './walking.ts'

const OFFLINE = { code: 'offline', message: 'The clinic is offline' }

interface Walk {
  walker: Walker
  /** An unpaid appointment of the walker's. */
  appointmentId: string
  what: Wish
  path: Path
}

/**
 * Walks a path of the payment machine in the whole app: its calls are parked until the path says
 * what becomes of them, and then go on to the real server and the real card provider's sandbox.
 * Only what these would not say by themselves is said for them.
 */
export async function walkPayment({
  walker,
  appointmentId,
  what,
  path,
}: Walk): Promise<{ driver: PaymentDriver; expectRecords: () => Promise<void> }> {
  const { page, network, parent } = walker
  const ahead = lookAhead(path)
  const { secretKey, ...at } = sandboxAccess()
  const stripe = new Stripe(secretKey, { ...at, protocol: 'http', telemetry: false })

  await walker.startOver(sessionOf(parent))
  const appointments = network.hold('GET', (name) => name === `/appointment/${appointmentId}`)
  const scripts = network.hold('GET', (name) => name.endsWith('/stripe.js'))
  const intents = network.hold('POST', (name) => name === '/create-payment-intent')
  const methods = network.hold('POST', (name) => name.endsWith('/payment_methods'))
  const confirmations = network.hold('POST', (name) => name.endsWith('/confirm'))
  const settlements = network.hold('PATCH', (name) => name === `/booking/${appointmentId}`)
  await page.goto(`/dashboard/appointment/${appointmentId}`)

  let isScriptLoaded = false
  let isCharged = false
  let isDeclined = false

  const refuse = (held: HeldCall, body: object, status = 409) =>
    held.answer(status, { message: 'No.', ...body })

  /** Asks the server beside the page, as another tab of the parent's would. */
  const ask = (method: string, path: string, body: object) =>
    call({ method, path, bearer: parent.session.token, body })
  const prepareElsewhere = () =>
    ask('POST', '/create-payment-intent', { price: what.price, appointment: appointmentId })

  const currentIntent = () => intentOf(appointmentId)

  /** Charges a card beside the page, as another tab would. */
  async function chargeElsewhere(): Promise<string> {
    const id = await currentIntent()
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    isCharged = true
    return id
  }

  /** The card with the outcome that the path wants next. */
  function nextCard(): string {
    const next = ahead.next('xstate.done.actor.confirmPayment', 'xstate.error.actor.confirmPayment')
    if (next?.type.startsWith('xstate.error')) return CARDS.declined
    return kindOf(next) === 'authentication' ? CARDS.authentication : CARDS.good
  }

  const expectSummary = async () => {
    const main = page.getByRole('main')
    for (const text of [what.treatment, what.slot, `$${what.price}`]) {
      await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
    }
  }
  const expectForm = async () => {
    await expectSummary()
    await expect(page.getByLabel('Card number')).toBeVisible()
  }
  const expectPaying = async () => {
    await expectForm()
    await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByLabel('Card number')).toBeDisabled()
  }
  const expectTitle = async (title: string) => {
    await expectSummary()
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
    await expect(page.getByLabel('Card number')).toHaveCount(0)
  }

  const driver: PaymentDriver = {
    do: {
      'card.change': () => typeCard(page, nextCard()),
      'pay.submit': async () => {
        await typeCard(page, nextCard())
        await expect(payButton(page)).toBeEnabled()
        await payButton(page).click()
      },
      retry: () => page.getByRole('button', { name: /^(Try|Check) again$/ }).click(),
      'xstate.done.actor.loadAppointment': async ({ output }) => {
        const held = await appointments.take()
        if (output === null) return refuse(held, { code: 'not_found' }, 404)
        const { paid, status } = output as { paid: boolean; status: 'booked' | 'cancelled' }
        if (paid) {
          await prepareElsewhere()
          const transactionId = await chargeElsewhere()
          await ask('PATCH', `/booking/${appointmentId}`, {
            appointment: appointmentId,
            transactionId,
          })
        }
        if (status === 'cancelled') changeAppointment(appointmentId, { status })
        return held.goOn()
      },
      'xstate.error.actor.loadAppointment': async () =>
        refuse(await appointments.take(), OFFLINE, 403),
      'xstate.done.actor.loadCardForm': async () => {
        if (!isScriptLoaded) await (await scripts.take()).goOn()
        isScriptLoaded = true
      },
      'xstate.error.actor.loadCardForm': async () => (await scripts.take()).fail(),
      'xstate.done.actor.prepareIntent': async (event) => {
        const held = await intents.take()
        switch (kindOf(event)) {
          case 'cancelled':
            changeAppointment(appointmentId, { status: 'cancelled' })
            return held.goOn()
          case 'outdated':
            changeAppointment(appointmentId, { priceCents: what.price * 100 + 500 })
            return held.goOn()
          case 'charged':
            await prepareElsewhere()
            await chargeElsewhere()
            return held.goOn()
          default:
            // After a payment that has only been said to have failed.
            if (isCharged) return held.answer(200, { clientSecret: 'pi_again_secret' })
            return held.goOn()
        }
      },
      'xstate.error.actor.prepareIntent': async () => refuse(await intents.take(), OFFLINE),
      'xstate.done.actor.createPaymentMethod': async () => (await methods.take()).goOn(),
      'xstate.error.actor.createPaymentMethod': async () =>
        (await methods.take()).answer(402, {
          error: { type: 'card_error', message: 'Your card number is invalid.' },
        }),
      'xstate.done.actor.confirmPayment': async (event) => {
        const held = await confirmations.take()
        if (kindOf(event) === 'outdated') await stripe.paymentIntents.cancel(await currentIntent())
        isCharged = kindOf(event) === 'charged'
        return held.goOn()
      },
      'xstate.error.actor.confirmPayment': async () => {
        isDeclined = true
        return (await confirmations.take()).goOn()
      },
      'xstate.done.actor.authenticate': async (event) => {
        if (kindOf(event) === 'outdated') await stripe.paymentIntents.cancel(await currentIntent())
        isCharged = kindOf(event) === 'charged'
        await page.getByRole('button', { name: 'Complete' }).click()
      },
      'xstate.error.actor.authenticate': () => {
        isDeclined = true
        return page.getByRole('button', { name: 'Fail' }).click()
      },
      'xstate.done.actor.settlePayment': async (event) => {
        const held = await settlements.take()
        switch (kindOf(event)) {
          case 'processing':
            return held.answer(202, { paid: false, transactionId: await currentIntent() })
          case 'declined':
            return refuse(held, { code: 'payment_not_completed', message: DECLINED })
          case 'cancelled':
            return refuse(held, { code: 'appointment_cancelled' })
          default:
            return held.goOn()
        }
      },
      'xstate.error.actor.settlePayment': async () =>
        refuse(await settlements.take(), OFFLINE, 403),
      'xstate.after.nextAsking.payment.settling.waiting': () => settlements.arrive(),
      'xstate.after.nextAsking.payment.settling.unconfirmed': () => settlements.arrive(),
    },
    see: {
      loadingAppointment: async () => {
        await appointments.arrive()
        await expect(payButton(page)).toHaveCount(0)
      },
      loadFailed: () => expect(page.getByRole('alert')).toContainText(OFFLINE.message),
      notFound: () => expect(page.getByText('We couldn’t find that appointment')).toBeVisible(),
      loadingCardForm: async () => {
        await expectSummary()
        await expect(payButton(page)).toHaveCount(0)
      },
      cardFormFailed: async () => {
        await expectSummary()
        await expect(page.getByRole('alert')).toContainText('We couldn’t load the card form')
      },
      'form.preparingIntent': async () => {
        await intents.arrive()
        await expectForm()
        await expect(payButton(page)).toBeDisabled()
      },
      'form.intentFailed': async () => {
        await expectForm()
        await expect(page.getByRole('alert')).toContainText(OFFLINE.message)
        await expect(payButton(page)).toBeDisabled()
      },
      'form.intentReady.untouched': async () => {
        await expectForm()
        await expect(page.getByText('Getting ready…')).toHaveCount(0)
        await expect(page.getByLabel('Card number')).toBeEditable()
        await expect(cardField(page).getByRole('alert')).toHaveCount(0)
      },
      'form.intentReady.declined': async () => {
        await expectForm()
        await expect(page.getByLabel('Card number')).toBeEditable()
        await expect(cardField(page).getByRole('alert')).toHaveText(/^(Your card|We are unable)/)
        await expect(page.getByText('Oops! Payment Failed').first()).toBeVisible()
      },
      'form.creatingMethod': async () => {
        await methods.arrive()
        await expectPaying()
      },
      'form.confirming': async () => {
        await confirmations.arrive()
        await expectPaying()
      },
      'form.authenticating': async () => {
        await expect(page.getByRole('dialog', { name: 'Confirm your payment' })).toBeVisible()
        await expect(page.getByText('Your bank needs you to confirm this payment.')).toBeAttached()
      },
      'settling.asking': () => settlements.arrive(),
      'settling.waiting': () => expectTitle('We’re confirming your payment'),
      'settling.unconfirmed': () => expect(page.getByRole('alert')).toContainText(OFFLINE.message),
      'paid.now': async () => {
        await expectTitle(CONGRATS)
        await expect(page.getByText(await currentIntent())).toBeVisible()
        await expect(payButton(page)).toBeDisabled()
      },
      'paid.earlier': async () => {
        await expectTitle(CONGRATS)
        await expect(page.getByText(await currentIntent())).toBeVisible()
      },
      'cancelled.unpaid': async () => {
        await expectTitle('This appointment was canceled')
        await expect(page.getByText('There’s nothing to pay.')).toBeVisible()
      },
      'cancelled.refunding': async () => {
        await expectTitle('This appointment was canceled')
        await expect(page.getByText(/Your card will be refunded automatically/)).toBeVisible()
      },
    },
  }
  /** The money and the record agree in the end, by whatever way the server has heard of it. */
  async function expectRecords() {
    const row = () => appointmentRow(appointmentId)
    const tellings = () => eventsOf(appointmentId)
    await expect.poll(() => row()?.paid).toBe(isCharged)
    if (isCharged) {
      const transactionId = await currentIntent()
      expect(row()).toMatchObject({ transactionId, status: 'booked' })
      expect(paymentsOf(appointmentId)).toMatchObject([{ state: 'paid', intentId: transactionId }])
      expect(await chargesOf(transactionId)).toMatchObject([{ amount: what.price * 100 }])
    }
    expect(tellings()).toEqual(['appointment.booked', ...(isCharged ? ['appointment.paid'] : [])])
    if (isDeclined) {
      const intentId = await currentIntent()
      await expect.poll(() => eventsOf(intentId)).toEqual(['payment.failed'])
    }
  }

  return {
    driver: { ...driver, do: ahead.counting(driver.do) },
    expectRecords,
  }
}

function kindOf(event: Case | undefined): unknown {
  const output = event?.output
  return output instanceof Object && 'kind' in output ? output.kind : undefined
}
