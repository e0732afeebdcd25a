import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { preparePayment } from '#domain/payments/prepare.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import { BY_ADMIN, TUESDAY } from '#domain/testing/booking.ts'
import { acceptOffer, declineOffer } from '#domain/waitlist/answers/answer-offer.ts'
import {
  answering,
  closeWithReoffers,
  closing,
  openOffers,
} from '#domain/waitlist/testing/waiting-clinic.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { enterCard, fromBrowser } from '#sandbox/stripe/testing/browser.ts'
import { secretKey, startSandbox } from '#sandbox/stripe/testing/harness.ts'
import { buildPayingTest } from '#server/testing/paying.ts'
import { signInAdmin } from '#server/testing/test-app.ts'
import { startProduct } from '../testing/start-product.ts'

/** A family with an open card form while the clinic closes the day and re-offers the appointment. */
async function openedBeforeClosure() {
  const { sandbox } = await startSandbox()
  const api = { protocol: 'http', host: '127.0.0.1', port: sandbox.port } as const
  const stripe = connectStripe({ secretKey, webhookSecrets: [], api })
  const test = { ...(await buildPayingTest()), stripe }
  const { db, now, session } = test
  const context = { db, stripe, now }
  const prepare = () => {
    const items = [{ appointmentId: test.appointmentId, priceCents: 110_00 }] as const
    return preparePayment(context, { uid: session.uid, appointments: items })
  }
  async function openForm() {
    const prepared = await prepare()
    if (prepared.outcome !== 'ready') throw new Error(prepared.outcome)
    const { clientSecret } = prepared
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    /** @returns whether the card was charged */
    async function confirm() {
      const { id } = (await enterCard(sandbox, '4242424242424242')).body
      const params = { payment_method: id, client_secret: clientSecret }
      const path = `/v1/payment_intents/${intentId}/confirm`
      const { status } = await fromBrowser<Stripe.PaymentIntent>(sandbox, 'POST', path, params)
      return status === 200
    }
    return { intentId, confirm, settle: () => settlePayment(context, intentId) }
  }
  const form = await openForm()
  const { uid: actor } = await signInAdmin(test)
  const closed = closeWithReoffers(db, closing(TUESDAY), { ...BY_ADMIN, actor })
  expect(closed).toMatchObject({ outcome: 'closed', reoffered: 1 })
  const [offer] = openOffers(db)
  if (!offer) throw new Error('It was not re-offered.')
  const answer = answering(session.uid, BY_ADMIN.now)
  return {
    ...test,
    form,
    prepare,
    openForm,
    accept: () => acceptOffer(db, { id: offer.id, version: 0 }, answer),
    decline: () => declineOffer(db, offer.id, answer),
    startWorkers: () => startProduct(test, { attempts: 3 }),
  }
}

it('a card form that was open before a closure charges nothing until the family has answered', async () => {
  const test = await openedBeforeClosure()
  test.startWorkers()
  await expect.poll(test.states).toEqual(['closed'])
  expect(await test.form.confirm()).toBe(false)
  expect(await test.prepare()).toEqual({ outcome: 'reoffered' })
  expect(test.appointment()).toMatchObject({ status: 'booked', paid: false })
  expect(findBookErrors(test.db)).toEqual([])

  test.accept()
  const again = await test.openForm()
  expect(await again.confirm()).toBe(true)
  await again.settle()
  expect(test.appointment()).toMatchObject({ paid: true, transactionId: again.intentId })
  expect(findBookErrors(test.db)).toEqual([])
})

it('a charge at the same moment pays the appointment, and is refunded if it is canceled', async () => {
  const test = await openedBeforeClosure()
  expect(await test.form.confirm()).toBe(true)
  test.startWorkers()
  await expect.poll(test.states).toEqual(['succeeded'])
  expect(test.appointment()).toMatchObject({ status: 'booked', paid: true })
  test.decline()
  await expect.poll(test.states).toEqual(['succeeded, refund succeeded'])
  expect(test.appointment().status).toBe('cancelled')
  expect(findBookErrors(test.db)).toEqual([])
})
