import { addDays } from 'date-fns/addDays'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { toIsoDate } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import { refundItem } from '#domain/payments/refunds/staff-refund.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { listItems } from '#drizzle/queries/payments/payments.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { readAppointment } from '#server/testing/paying.ts'
import { type Session, signIn, signInAdmin } from '#server/testing/test-app.ts'
import {
  bill,
  CARDS,
  openJointIntent,
  type PayingSite,
  payInBrowser,
  rest,
  startPayingSite,
} from './paying-site.ts'

/** Books once for each price, in cents, and pays all appointments in one payment. */
async function pay(site: PayingSite, parent: Session, prices: readonly number[], card?: string) {
  const ids: string[] = []
  for (const priceCents of prices) {
    const { appointmentId } = await bill(site, parent)
    const terms = { bands: [{ hours: 0, percent: 33 }] }
    const about = eq(appointments.id, appointmentId)
    site.db.update(appointments).set({ priceCents, terms }).where(about).run()
    ids.push(appointmentId)
  }
  const items = ids.map((appointment, index) => ({
    appointment,
    price: toDollars(prices[index] ?? 0),
  }))
  const intent = await openJointIntent(site, parent, items)
  await payInBrowser(site, intent, { card })
  await rest(site)
  return { ids, intentId: intent.id }
}

async function refund(site: PayingSite, appointmentId: string, amountCents: number): Promise<void> {
  const paymentId = readAppointment(site.db, appointmentId).transactionId ?? ''
  const item = listItems(site.db, paymentId).find((each) => each.appointmentId === appointmentId)
  const choice = { paymentId, itemId: item?.id ?? '', amountCents }
  const done = await writeTransaction(site.db, (tx) =>
    refundItem(tx, { ...choice, note: 'Waited', actor: 'admin' }, new Date()),
  )
  expect(done).toEqual({ outcome: 'done' })
}

/** Yesterday's, today's and tomorrow's months: the clinic's date may differ from this machine's. */
async function sumOfMonths(site: PayingSite): Promise<number> {
  const admin = await signInAdmin(site)
  const days = [-1, 0, 1].map((days) => toIsoDate(addDays(new Date(), days)))
  let cents = 0
  for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
    const { body } = await admin.get(`/receipts/months/${month}`)
    const [, ...rows] = body.trimEnd().split('\r\n')
    for (const row of rows) cents += Math.round(Number(row.split(',').at(-3)) * 100)
  }
  return cents
}

it('a month’s receipts match the provider’s records to the cent', async () => {
  const site = await startPayingSite()
  site.startWorkers({ sweep: false })
  const parent = await signIn(site, 'parent@example.com')
  const [, second = '', third = ''] = (await pay(site, parent, [110_01, 73_33, 45_07])).ids
  const [fourth = ''] = (await pay(site, parent, [88_89])).ids
  const { intentId: fifth } = await pay(site, parent, [61_03, 9_99])
  await pay(site, parent, [50_00], CARDS.declined)

  await refund(site, second, 10_03)
  await refund(site, fourth, 20_02)
  // 33% of $45.07; the fraction of a cent is rounded in the family's favor.
  const cancel = { version: 0, refund: 14.88, rule: 'band' }
  const canceled = await parent.post(`/appointments/${third}/cancel`, cancel)
  expect(canceled.statusCode).toBe(200)
  await site.sdk.refunds.create({ payment_intent: fifth })
  await rest(site)
  // The bank returns a refund that had succeeded.
  const returned = site.sandbox.control.record().refunds.find(({ amount }) => amount === 20_02)
  site.sandbox.control.settleRefund(returned?.id ?? '', 'failed')
  await rest(site)

  const { charges, refunds } = site.sandbox.control.record()
  const sum = (rows: readonly { amount: number; status: string | null }[]) =>
    rows.reduce((cents, { amount, status }) => cents + (status === 'succeeded' ? amount : 0), 0)
  expect(sum(charges)).toBe(110_01 + 73_33 + 45_07 + 88_89 + 61_03 + 9_99)
  expect(sum(refunds)).toBe(10_03 + 14_88 + 61_03 + 9_99)
  expect(await sumOfMonths(site)).toBe(sum(charges) - sum(refunds))
  expect(findBookErrors(site.db)).toEqual([])
})
