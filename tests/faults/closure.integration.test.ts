import { addDays } from 'date-fns/addDays'
import { isWeekend } from 'date-fns/isWeekend'
import { expect, it, vi } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { toIsoDate } from '#contract/dates.ts'
import { impact } from '#contract/schedule/schedule.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { signInPatients } from '#server/testing/booking-race.ts'
import { book, openIntent, sayPaid } from '#server/testing/paying.ts'
import { signInAdmin } from '#server/testing/test-app.ts'
import { type PayingSite, startPayingSite } from './paying-site.ts'

const BOOKED = 48

/** A working day of next month. */
function someDay(): string {
  let day = addDays(new Date(), 30)
  while (isWeekend(day)) day = addDays(day, 1)
  return toIsoDate(day)
}

/** Books the day, for a new family each; three of four pay by card. */
async function fillDay({ app, db, sdk }: PayingSite, date: string): Promise<void> {
  const offers = listOfferedTreatments(db).flatMap(({ name, prices, slots }) =>
    slots.map((slot) => ({ treatment: name, price: (prices[0]?.priceCents ?? 0) / 100, slot })),
  )
  for (const [index, session] of signInPatients({ app, db }, BOOKED).entries()) {
    const { slot, ...offer } = offers[index] as (typeof offers)[number]
    const choice = { ...offer, date, slot: formatSlot(slot) }
    const paying = { app, session, appointmentId: await book({ app }, session, choice) }
    if (index % 4 === 0) continue
    const intentId = await openIntent(paying, offer.price)
    await sdk.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
    await sayPaid(paying, intentId)
  }
}

it('closing a day cancels its 48 appointments and refunds each paid one in full, by Stripe’s records', async () => {
  const site = await startPayingSite()
  const { db, sandbox } = site
  const admin = await signInAdmin(site)
  const date = someDay()
  await fillDay(site, date)
  const { charges } = sandbox.control.record()
  expect(charges).toHaveLength(36)
  const taken = charges.reduce((sum, { amount }) => sum + amount, 0)

  const times = { fromDate: date, toDate: date, fromMinute: 0, toMinute: 1440 }
  const closure = { ...times, reason: 'Burst pipe' }
  const shown = impact.parse((await admin.post('/schedule/closures/preview', closure)).json())
  expect(shown).toMatchObject({ total: BOOKED, paid: 36, refund: taken / 100 })
  const { fingerprint } = shown
  const decided = { ...closure, appointments: 'cancel', fingerprint }
  const closed = await admin.post('/schedule/closures', decided)
  expect(closed.json()).toMatchObject({ cancelled: 0, toCancel: BOOKED })

  site.startWorkers()
  await vi.waitFor(() => expect(sandbox.control.record().refunds).toHaveLength(36), {
    timeout: 60_000,
    interval: 100,
  })
  const books = sandbox.control.record()
  expect(books.charges.filter(({ refunded }) => !refunded)).toEqual([])
  expect(books.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(taken)
  const rows = allOf(db, appointments)
  expect(rows.map(({ status, paid }) => `${status} ${paid}`)).toEqual(
    Array(BOOKED).fill('cancelled false'),
  )
}, 120_000)
