import { expect, type Page, type Route } from '@playwright/test'
import Stripe from 'stripe'
import type { Case, Path } from '../../machines/paths.ts'
import { DECLINED, type PaymentDriver } from '../../machines/payment.paths.ts'
import { hold } from './hold.ts'
import {
  CARDS,
  CONGRATS,
  cardField,
  intentOf,
  payButton,
  sandboxAccess,
  typeCard,
  type Wish,
} from './payer.ts'

const OFFLINE = { code: 'offline', message: 'The clinic is offline' }

interface Walk {
  page: Page
  /** The payment page of an unpaid appointment, not opened yet. */
  address: string
  what: Wish
  path: Path
}

/**
 * Walks a path of the payment machine in the whole app: its calls are parked until the path says
 * what becomes of them, and then go on to the real server and the real card provider's sandbox.
 * Only what these would not say by themselves is said for them.
 */
export async function walkPayment({ page, address, what, path }: Walk): Promise<PaymentDriver> {
  const appointmentId = address.split('/').at(-1) ?? ''
  const { secretKey, ...at } = sandboxAccess()
  const stripe = new Stripe(secretKey, { ...at, protocol: 'http', telemetry: false })

  // The page of the path before makes no calls any more that would be taken for this one's.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const appointments = await hold(page, 'GET', (name) => name === `/appointment/${appointmentId}`)
  const scripts = await hold(page, 'GET', (name) => name.endsWith('/stripe.js'))
  const intents = await hold(page, 'POST', (name) => name === '/create-payment-intent')
  const methods = await hold(page, 'POST', (name) => name.endsWith('/payment_methods'))
  const confirmations = await hold(page, 'POST', (name) => name.endsWith('/confirm'))
  const settlements = await hold(page, 'PATCH', (name) => name === `/booking/${appointmentId}`)
  await page.goto(address)

  let isScriptLoaded = false
  let isCharged = false
  let steps = 0

  const refuse = (route: Route, body: object, status = 409) =>
    route.fulfill({ status, json: { message: 'No.', ...body } })
  const goOn = (route: Route) => route.continue()

  /** Asks the API as the parent who is signed in. */
  function ask(method: string, url: string, payload: object): Promise<{ clientSecret?: string }> {
    return page.evaluate(
      async ({ method, url, payload }) => {
        const response = await fetch(`${url}?beside`, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          },
          body: JSON.stringify(payload),
        })
        return response.json()
      },
      { method, url, payload },
    )
  }

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
    const next = path.steps
      .slice(steps + 1)
      .find(({ event }) => event.type.endsWith('.actor.confirmPayment'))
    if (next?.event.type.startsWith('xstate.error')) return CARDS.declined
    return kindOf(next?.event) === 'authentication' ? CARDS.authentication : CARDS.good
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
      retry: () => page.getByRole('button', { name: /^(Try|Ask) again$/ }).click(),
      'xstate.done.actor.loadAppointment': async ({ output }) => {
        const route = await appointments.take()
        if (output === null) return refuse(route, { code: 'not_found' }, 404)
        const { paid, status } = output as { paid: boolean; status: string }
        if (paid) {
          await ask('POST', '/create-payment-intent', {
            price: what.price,
            appointment: appointmentId,
          })
          const transactionId = await chargeElsewhere()
          await ask('PATCH', `/booking/${appointmentId}`, {
            appointment: appointmentId,
            transactionId,
          })
        }
        if (status === 'booked') return goOn(route)
        const response = await route.fetch()
        return route.fulfill({ json: { ...(await response.json()), status } })
      },
      'xstate.error.actor.loadAppointment': async () =>
        refuse(await appointments.take(), OFFLINE, 403),
      'xstate.done.actor.loadCardForm': async () => {
        if (!isScriptLoaded) await goOn(await scripts.take())
        isScriptLoaded = true
      },
      'xstate.error.actor.loadCardForm': async () => (await scripts.take()).abort(),
      'xstate.done.actor.prepareIntent': async (event) => {
        const route = await intents.take()
        switch (kindOf(event)) {
          case 'cancelled':
            return refuse(route, { code: 'appointment_cancelled' })
          case 'outdated':
            return refuse(route, { code: 'price_changed' })
          case 'charged':
            await route.fetch()
            await chargeElsewhere()
            return goOn(route)
          default:
            // After a payment that has only been said to have failed.
            if (isCharged) return route.fulfill({ json: { clientSecret: 'pi_again_secret' } })
            return goOn(route)
        }
      },
      'xstate.error.actor.prepareIntent': async () => refuse(await intents.take(), OFFLINE),
      'xstate.done.actor.createPaymentMethod': async () => goOn(await methods.take()),
      'xstate.error.actor.createPaymentMethod': async () =>
        (await methods.take()).fulfill({
          status: 402,
          json: { error: { type: 'card_error', message: 'Your card number is invalid.' } },
        }),
      'xstate.done.actor.confirmPayment': async (event) => {
        const route = await confirmations.take()
        if (kindOf(event) === 'outdated') await stripe.paymentIntents.cancel(await currentIntent())
        isCharged = kindOf(event) === 'charged'
        return goOn(route)
      },
      'xstate.error.actor.confirmPayment': async () => goOn(await confirmations.take()),
      'xstate.done.actor.authenticate': async (event) => {
        if (kindOf(event) === 'outdated') await stripe.paymentIntents.cancel(await currentIntent())
        isCharged = kindOf(event) === 'charged'
        await page.getByRole('button', { name: 'Complete' }).click()
      },
      'xstate.error.actor.authenticate': () => page.getByRole('button', { name: 'Fail' }).click(),
      'xstate.done.actor.settlePayment': async (event) => {
        const route = await settlements.take()
        switch (kindOf(event)) {
          case 'processing':
            return route.fulfill({
              status: 202,
              json: { paid: false, transactionId: await currentIntent() },
            })
          case 'declined':
            return refuse(route, { code: 'payment_not_completed', message: DECLINED })
          case 'cancelled':
            return refuse(route, { code: 'appointment_cancelled' })
          default:
            return goOn(route)
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
      notFound: () => expect(page.getByText('There is no such appointment')).toBeVisible(),
      loadingCardForm: async () => {
        await expectSummary()
        await expect(payButton(page)).toHaveCount(0)
      },
      cardFormFailed: async () => {
        await expectSummary()
        await expect(page.getByRole('alert')).toContainText('The card form could not be loaded')
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
        await expect(page.getByText('Preparing the payment…')).toHaveCount(0)
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
        await expect(page.getByText('Your bank asks you to confirm the payment.')).toBeAttached()
      },
      'settling.asking': () => settlements.arrive(),
      'settling.waiting': () => expectTitle('Your payment is being confirmed'),
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
        await expectTitle('This appointment is cancelled')
        await expect(page.getByText('There is nothing to pay.')).toBeVisible()
      },
      'cancelled.refunding': async () => {
        await expectTitle('This appointment is cancelled')
        await expect(page.getByText(/The money goes back to your card/)).toBeVisible()
      },
    },
  }
  const counted = Object.entries(driver.do).map(([type, step]) => [
    type,
    async (event: Case) => {
      steps += 1
      await step(event)
    },
  ])
  return { ...driver, do: Object.fromEntries(counted) as PaymentDriver['do'] }
}

function kindOf(event: Case | undefined): unknown {
  const output = event?.output
  return output instanceof Object && 'kind' in output ? output.kind : undefined
}
