import { describe, expect, test } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { readMetrics } from '#drizzle/queries/process/metrics.ts'
import { eventDeliveries, payments, refunds } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { buildFamilyTest } from '#server/testing/family.ts'
import { book, openIntent, PRICE, payByCard, readAppointment } from '#server/testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
} from '#server/testing/test-app.ts'

async function openDesk() {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const rita = await signInStaff(api, 'rita@example.com')
  return { api, anna, rita, id: await book(api, anna) }
}

const receive = (staff: Session, id: string, payload: object = {}) =>
  staff.post(`/agenda/${id}/payment`, { version: 0, method: 'cash', ...payload })

const refund = (staff: Session, id: string, payload: object = {}) =>
  staff.post(`/agenda/${id}/refund`, { version: 0, reason: 'Paid twice', ...payload })

async function close(staff: Session, date = '2027-03-01') {
  const response = await staff.get(`/closing/${date}`)
  expect(response.statusCode).toBe(200)
  return response.json<Closing>()
}

describe('a payment at the desk', () => {
  test('takes the whole price, with receipt, events and the family’s email', async () => {
    const { api, anna, rita, id } = await openDesk()
    const response = await receive(rita, id, { method: 'terminal' })
    expect(response.json<AgendaEntry>()).toMatchObject({
      paid: true,
      version: 0,
      payment: { method: 'terminal', day: '2027-03-01', receipt: '2027-000001' },
    })
    const paymentId = readAppointment(api.db, id).transactionId ?? ''
    expect(findPayment(api.db, paymentId)).toMatchObject({
      method: 'terminal',
      state: 'succeeded',
      payerUid: anna.uid,
      receivedBy: rita.uid,
      amountCents: PRICE * 100,
    })
    const amountCents = PRICE * 100
    expect(eventsOf(api.db, paymentId)).toEqual([
      {
        kind: 'payment.received',
        actor: rita.uid,
        data: { appointmentId: id, method: 'terminal', amountCents },
      },
    ])
    expect(eventsOf(api.db, id).at(-1)).toMatchObject({ kind: 'appointment.paid', actor: rita.uid })
    expect(findBookErrors(api.db)).toEqual([])
  })

  test('is taken once by two desks, and refused for an outdated version', async () => {
    const { api, rita, id } = await openDesk()
    const stale = await receive(rita, id, { version: 1 })
    expect(stale.json()).toMatchObject({ code: 'stale', current: { paid: false } })
    const both = await Promise.all([receive(rita, id), receive(rita, id)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'already_paid',
      current: { paid: true },
    })
    expect(allOf(api.db, payments)).toHaveLength(1)
  })

  test('cancels an open payment online, and refunds a charge that still succeeds', async () => {
    const { api, anna, rita, id } = await openDesk()
    const intentId = await openIntent({ ...api, session: anna, appointmentId: id })
    await receive(rita, id)
    const deliveries = allOf(api.db, eventDeliveries)
    expect(deliveries.map(({ handler }) => handler)).toContain('payment.give_up_online')

    api.stripe.charge(intentId)
    await settlePayment({ db: api.db, stripe: api.stripe, now: api.now }, intentId)
    expect(readAppointment(api.db, id).transactionId).not.toBe(intentId)
    expect(allOf(api.db, refunds)).toMatchObject([{ reason: 'already_paid', state: 'requested' }])
  })

  test.each([
    ['a card', { method: 'card' }],
    ['no version', { version: undefined }],
    ['an amount', { amount: 1 }],
  ])('is refused with %s', async (_, payload) => {
    const { api, rita, id } = await openDesk()
    expect((await receive(rita, id, payload)).statusCode).toBe(400)
    expect(readAppointment(api.db, id).paid).toBe(false)
  })
})

describe('a refund at the desk', () => {
  test('hands back everything, once, with a credit note and the reason', async () => {
    const { api, rita, id } = await openDesk()
    await receive(rita, id)
    const both = await Promise.all([refund(rita, id), refund(rita, id)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(readAppointment(api.db, id)).toMatchObject({ paid: false, transactionId: null })
    expect(allOf(api.db, refunds)).toMatchObject([
      { reason: 'staff', note: 'Paid twice', state: 'succeeded', requestedBy: rita.uid },
    ])
    expect(findBookErrors(api.db)).toEqual([])
    // The family pays with another card.
    expect((await receive(rita, id, { method: 'terminal' })).statusCode).toBe(200)
  })

  test('is refused for a payment online and without a reason', async () => {
    const { api, anna, rita, id } = await openDesk()
    expect((await refund(rita, id)).json()).toMatchObject({ code: 'not_paid' })
    await payByCard({ ...api, session: anna, appointmentId: id })
    expect((await refund(rita, id)).json()).toMatchObject({ code: 'paid_online' })
    expect((await refund(rita, id, { reason: ' ' })).statusCode).toBe(400)
    expect(readAppointment(api.db, id).paid).toBe(true)
  })
})

describe('users at the desk', () => {
  const OWN = { code: 'own_appointment' }

  test('neither take nor hand back money for appointments that they booked', async () => {
    const { api, rita } = await openDesk()
    const colleague = await signInStaff(api, 'colleague@example.com')
    const own = await book(api, rita, { slot: '10:00 AM - 10:30 AM' })
    expect((await receive(rita, own)).json()).toMatchObject(OWN)
    expect(readAppointment(api.db, own).paid).toBe(false)
    expect((await receive(colleague, own)).statusCode).toBe(200)
    expect((await refund(rita, own)).json()).toMatchObject(OWN)
    expect(readAppointment(api.db, own).paid).toBe(true)
  })

  test('neither take nor hand back money for a child as its guardian', async () => {
    const family = await buildFamilyTest()
    const boris = await signInStaff(family, family.boris.email)
    const colleague = await signInStaff(family, 'colleague@example.com')
    const { appointmentId } = family
    expect((await receive(boris, appointmentId)).json()).toMatchObject(OWN)
    expect((await receive(colleague, appointmentId)).statusCode).toBe(200)
    expect((await refund(boris, appointmentId)).json()).toMatchObject(OWN)
    // Payers may not handle their own payments, even after they stopped being a guardian.
    family.allow(null)
    expect((await refund(boris, appointmentId)).statusCode).toBe(200)
    await receive(colleague, appointmentId)
    family.db.update(payments).set({ payerUid: boris.uid }).run()
    expect((await refund(boris, appointmentId)).json()).toMatchObject(OWN)
  })

  test('undo today’s payment of a past visit, and need an admin to hand back a later day’s', async () => {
    const { api, rita, id } = await openDesk()
    api.setTime(new Date('2027-03-04T12:00:00Z'))
    const again = await signIn(api, rita.email)
    await receive(again, id)
    expect((await refund(again, id)).statusCode).toBe(200)
    await receive(again, id)
    api.setTime(new Date('2027-03-05T12:00:00Z'))
    const nextDay = await signIn(api, rita.email)
    expect((await refund(nextDay, id)).json()).toMatchObject({ code: 'needs_admin' })
    const late = () =>
      readMetrics(api.db, { openedBefore: api.now() }).alarms['refund.handed_back_late']
    expect([readAppointment(api.db, id).paid, late()]).toEqual([true, 0])
    const admin = await signInAdmin(api)
    expect((await refund(admin, id)).statusCode).toBe(200)
    const paymentId = allOf(api.db, payments).at(-1)?.id ?? ''
    const counted = eventsOf(api.db, paymentId).filter(
      ({ kind }) => kind === 'refund.handed_back_late',
    )
    expect(counted).toMatchObject([{ actor: admin.uid }])
    expect(late()).toBe(1)
    expect(findBookErrors(api.db)).toEqual([])
  })
})

test('the closing sheet lists a day’s money by method, and agrees with the ledger', async () => {
  const { api, anna, rita, id } = await openDesk()
  const [second = '', third = '', fourth = ''] = await Promise.all(
    ['boris', 'clara', 'dora'].map(async (name, index) => {
      const slot = formatSlot({ startMinute: 600 + 60 * index, lengthMinutes: 30 })
      return book(api, await signIn(api, `${name}@example.com`), { slot })
    }),
  )
  await receive(rita, id)
  await receive(rita, second)
  await receive(rita, third, { method: 'terminal' })
  await refund(rita, second)
  // In New York, this day ends at 05:00 UTC.
  api.setTime(new Date('2027-03-02T05:00:00Z'))
  const tomorrow = await signIn(api, rita.email)
  await receive(tomorrow, fourth)

  const sheet = await close(tomorrow)
  expect(sheet).toMatchObject({
    date: '2027-03-01',
    today: '2027-03-02',
    methods: [
      { method: 'card', taken: 0, refunded: 0, net: 0 },
      { method: 'cash', taken: 2 * PRICE, refunded: PRICE, net: PRICE },
      { method: 'terminal', taken: PRICE, refunded: 0, net: PRICE },
    ],
    total: { taken: 3 * PRICE, refunded: PRICE, net: 2 * PRICE },
  })
  expect(sheet.entries.map(({ number, method, amount }) => [number, method, amount])).toEqual([
    ['2027-000001', 'cash', PRICE],
    ['2027-000002', 'cash', PRICE],
    ['2027-000003', 'terminal', PRICE],
    ['2027-000004', 'cash', -PRICE],
  ])
  expect(sheet.entries[0]).toMatchObject({
    patients: [{ patientName: anna.user.name }],
    by: 'rita',
  })
  expect((await close(tomorrow, '2027-03-02')).total).toEqual({
    taken: PRICE,
    refunded: 0,
    net: PRICE,
  })
  expect(findBookErrors(api.db)).toEqual([])
})
