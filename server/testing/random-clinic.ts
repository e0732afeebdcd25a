import { expect } from 'vitest'
import { parseWireDate } from '#contract/dates.ts'
import { sumCents } from '#contract/money.ts'
import { createAvailability } from '#domain/availability/availability.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { sweepMissedEvents, sweepPayments } from '#domain/payments/settle-open-payments.ts'
import { reconcileStripeEvent } from '#domain/payments/webhook-inbox.ts'
import { Crash, crashAt } from '#domain/testing/crash.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import { findPaidItem, findPayment, listItems } from '#drizzle/queries/payments/payments.ts'
import { keptOf } from '#drizzle/queries/payments/refunds.ts'
import { appointments, stripeEvents } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { addStripeEvent, createActions, type Step } from './random-actions.ts'
import { type Counts, createModel, expectAgreement, expectTold } from './random-model.ts'
import { buildTestApp, type TestApp, TUESDAY, WEDNESDAY } from './test-app.ts'

const MINUTE = 60_000

/**
 * Runs the actions of `steps` on an API with an admin and a few patients. Throws as soon as a slot is booked
 * twice, an appointment is paid without money, or a patient sees another patient's data; and at the end, when
 * money was taken that neither pays for an appointment nor was refunded.
 */
export async function runSteps(steps: readonly Step[], counts: Counts): Promise<void> {
  const test = await buildTestApp()
  const { db, stripe } = test
  const context = { db, stripe, now: test.now }
  const calm = { signal: new AbortController().signal, onFailure: () => undefined }
  async function work() {
    for (const { id } of allOf(db, stripeEvents)) await reconcileStripeEvent(context, id)
  }
  async function sweep() {
    await sweepPayments(context, calm)
    await sweepMissedEvents(context, calm)
  }

  const told = createModel()
  const acts = { ...(await createActions(test, counts, told)), work, sweep }

  for (const { actions, crashPoint } of steps) {
    const crash = crashPoint === null ? null : crashAt(test, crashPoint)
    const ends = await Promise.allSettled(actions.map(async (one) => acts[one.act](one)))
    crash?.restart()
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      // Calls may fail only when the process was killed.
      if (crash === null || !(end.reason instanceof Crash)) throw end.reason
      counts.crashes += 1
    }
    expectConsistency(test)
    expectTold(test, told)
    await expectFreshTimes(test)
  }

  // Banks decide, and some cards are charged at the last moment; the sweeps find what was lost.
  for (const [index, { id, status }] of [...stripe.intents.values()].entries()) {
    if (status !== 'processing' && (status !== 'open' || index % 2 === 0)) continue
    stripe.charge(id)
    // The process was killed before it recorded this intent, so only Stripe's list has it.
    if (!findPayment(db, id)) addStripeEvent(test, id, 'payment_intent.succeeded')
  }
  for (let round = 0; round < 3; round += 1) {
    test.setTime(new Date(test.now().getTime() + 90 * MINUTE))
    await sweep()
    await work()
  }
  expectConsistency(test)
  await expectAgreement(test, told)
  const all = db.select({ id: appointments.transactionId }).from(appointments).all()
  const paying = new Set(all.map(({ id }) => id))
  for (const { status, id } of stripe.intents.values()) {
    if (status !== 'succeeded') continue
    if (paying.has(id)) counts.paid += 1
    else counts.refunded += 1
  }
}

/** Checks that the site's cached free times equal the database's. */
async function expectFreshTimes({ app, db, env, now }: TestApp): Promise<void> {
  const clock = createClinicClock({ ...env.clinic, horizonDays: 90 }, now)
  const { treatmentsOn } = createAvailability(db, clock)
  for (const day of [TUESDAY, WEDNESDAY]) {
    const { body } = await app.inject({ url: `/available?date=${encodeURIComponent(day)}` })
    expect(body).toBe(`${treatmentsOn(parseWireDate(day) ?? '')}`)
  }
}

/** Checks that no slot is booked twice, every paid appointment was paid at its price, and the books agree. */
function expectConsistency({ db, stripe }: TestApp): void {
  expect(findBookErrors(db)).toEqual([])
  expect(findNextVisitErrors(db)).toEqual([])
  const all = allOf(db, appointments)
  const live = all.filter(({ status }) => status === 'booked')
  const places = live.map(
    ({ treatmentId, date, startMinute }) => `${treatmentId} ${date} ${startMinute}`,
  )
  expect(new Set(places).size).toBe(places.length)
  // Siblings are only booked together, so each of the family's children has the same number.
  const ofChild = (name: string) =>
    all.filter(({ childName }) => childName === name).map(({ patientUid }) => patientUid)
  expect(ofChild('Mia').sort()).toEqual(ofChild('Ben').sort())
  for (const { id, paid, transactionId, priceCents } of all) {
    if (!paid) continue
    const item = findPaidItem(db, id)
    expect(item && keptOf(db, item)).toBeGreaterThan(0)
    expect(item).toMatchObject({ amountCents: priceCents, paymentId: transactionId })
    const payment = findPayment(db, transactionId ?? '')
    expect(sumCents(listItems(db, transactionId ?? ''))).toBe(payment?.amountCents)
    if (payment?.method !== 'card') continue
    expect(stripe.intents.get(payment.id)).toMatchObject({
      status: 'succeeded',
      receivedCents: payment.amountCents,
    })
  }
}
