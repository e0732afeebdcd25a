import { addDays } from 'date-fns/addDays'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { toIsoDate } from '#contract/dates.ts'
import { sumCents, toCents } from '#contract/money.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { listItems, type PaymentItemRow } from '#drizzle/queries/payments/payments.ts'
import { keptOf, listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { addAppointment, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { cancelByFamily } from '../booking/cancel-appointment.ts'
import { quoteShown } from '../booking/change-options.ts'
import { instantOf } from '../clinic-clock.ts'
import { byFamily, MOMENT } from '../testing/booking.ts'
import { createFakeStripe, type FakeStripe } from '../testing/fake-stripe.ts'
import { preparePayment } from './prepare.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { refundItem } from './refunds/staff-refund.ts'
import { settlePayment } from './settle.ts'

const HOUR = 60 * 60_000

/** An item with terms that refund all, part or nothing. */
const item = fc.record({
  priceCents: fc.integer({ min: 50, max: 100_000 }),
  early: fc.nat(100),
  late: fc.nat(100),
})
/** A change to the money of an item; `share` is a share of its price. */
const change = fc.record({
  what: fc.constantFrom('staff', 'staff', 'cancel', 'accept', 'bankRefuses'),
  which: fc.nat(1000),
  share: fc.integer({ min: 1, max: 120 }),
  isLate: fc.boolean(),
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

let db: Transaction
let stripe: FakeStripe
/** Each run uses other days. */
let day: number

beforeEach(() => {
  db = seededDatabase()
  stripe = createFakeStripe()
  day = 0
})

interface Item {
  priceCents: number
  early: number
  late: number
}

/** The percentage changes 24 hours before the start; the earlier one is higher. */
const percents = ({ early, late }: Item) => [Math.max(early, late), Math.min(early, late)] as const

function addAppointmentFor(wanted: Item): string {
  const [higher, lower] = percents(wanted)
  const bands = [24, 0].map((hours, index) => ({ hours, percent: index === 0 ? higher : lower }))
  const terms: RefundTerms = { bands }
  day += 1
  const date = toIsoDate(addDays(NOW, day))
  return addAppointment(db, { id: uuidv7(), date, priceCents: wanted.priceCents, terms })
}

/** Pays for all appointments in one payment; returns its id. */
async function payTogether(ids: readonly string[], now: () => Date): Promise<string> {
  const context = { db, stripe, now }
  const [first, ...others] = ids.map((appointmentId) => ({
    appointmentId,
    priceCents: findAppointment(db, appointmentId)?.priceCents ?? 0,
  }))
  if (!first) throw new Error('There is nothing to pay.')
  const wanted = { uid: 'anna', appointments: [first, ...others] } as const
  expect((await preparePayment(context, wanted)).outcome).toBe('ready')
  const id = [...stripe.intents.keys()].at(-1) ?? ''
  stripe.charge(id)
  expect(await settlePayment(context, id)).toEqual({ outcome: 'paid' })
  return id
}

/** Cancels as quoted; returns the refund by the terms and in the ledger. */
function cancel(item: PaymentItemRow, isLate: boolean): { cents: number; percent: number } | null {
  const row = findAppointment(db, item.appointmentId)
  if (row?.status !== 'booked') return null
  const before = (isLate ? 23 : 24) * HOUR
  const now = new Date(instantOf(row, MOMENT.timeZone).getTime() - before)
  const context = byFamily('anna', { now })
  const { refund, percent, rule } = quoteShown(db, row, { ...context, by: 'family' })
  const wanted = { id: row.id, version: row.version, refundCents: toCents(refund), rule }
  expect(cancelByFamily(db, wanted, context).outcome).toBe('cancelled')
  return { cents: toCents(refund), percent }
}

/** For each item, refunds and kept money add up to its amount, as in Stripe's records. */
function expectBalance(paymentId: string): void {
  const refunds = listRefundsOf(db, paymentId).filter(({ state }) => state !== 'failed')
  const items = listItems(db, paymentId)
  for (const item of items) {
    const back = sumCents(refunds.filter(({ itemId }) => itemId === item.id))
    expect(back).toBeLessThanOrEqual(item.amountCents)
    expect(keptOf(db, item)).toBe(item.amountCents - back)
  }
  const { receivedCents, refundedCents } = stripe.intents.get(paymentId) ?? {}
  expect(receivedCents).toBe(sumCents(items))
  expect(refundedCents).toBe(sumCents(refunds.filter(({ stripeId }) => stripeId !== null)))
}

it('never refunds more of an item than was paid, to the cent, rounded in the family’s favor', async () => {
  const now = () => NOW
  const context = { db, stripe, now }
  const run = async (wanted: Item[], changes: Change[]) => {
    const ids = wanted.map(addAppointmentFor)
    const paymentId = await payTogether(ids, now)
    const items = ids.map((id) => {
      const paid = listItems(db, paymentId).find(({ appointmentId }) => appointmentId === id)
      if (!paid) throw new Error(`${id} is not paid.`)
      return paid
    })
    for (const { what, which, share, isLate } of changes) {
      const index = which % items.length
      const [chosen, terms] = [items[index], wanted[index]]
      if (!chosen || !terms) throw new Error('There are no items.')
      const keptCents = keptOf(db, chosen)
      const open = listRefundsOf(db, paymentId)
      if (what === 'staff') {
        const amountCents = Math.ceil((chosen.amountCents * share) / 100)
        const wanted = { paymentId, itemId: chosen.id, amountCents, note: 'Waited', actor: 'admin' }
        const { outcome } = await writeTransaction(db, (tx) => refundItem(tx, wanted, NOW))
        expect(outcome).toBe(amountCents <= keptCents ? 'done' : 'exceeds_kept')
      } else if (what === 'cancel') {
        const isPaid = findAppointment(db, chosen.appointmentId)?.transactionId === paymentId
        const back = await writeTransaction(db, () => cancel(chosen, isLate))
        if (back && isPaid) {
          const [higher, lower] = percents(terms)
          expect(back.percent).toBe(isLate ? lower : higher)
          const exact = keptCents * back.percent
          expect(back.cents * 100 - exact).toBeGreaterThanOrEqual(0)
          expect(back.cents * 100 - exact).toBeLessThan(100)
        }
        if (back) expect(keptOf(db, chosen)).toBe(keptCents - back.cents)
      } else if (what === 'accept') {
        for (const { id } of open) await refundPayment(context, id)
      } else {
        const made = open.find(({ state, stripeId }) => stripeId !== null && state !== 'failed')
        if (made?.stripeId) stripe.settleRefund(made.stripeId, 'refused')
        await settlePayment(context, paymentId)
      }
      expectBalance(paymentId)
    }
  }
  const items = fc.array(item, { minLength: 2, maxLength: 4 })
  const changes = fc.array(change, { minLength: 1, maxLength: 10 })
  await fc.assert(fc.asyncProperty(items, changes, run), { numRuns: 40 })
  expect(findBookErrors(db)).toEqual([])
})
