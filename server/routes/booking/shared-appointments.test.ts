import { beforeEach, describe, expect, it } from 'vitest'
import { SHARED_COUNT } from '#contract/guardians/guardians.ts'
import { refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import {
  correctChild,
  deleteGuardian,
  updateGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { listReceiptsOf } from '#drizzle/queries/payments/receipts.ts'
import { readMoneyOf } from '#drizzle/queries/payments/refunds.ts'
import { ALL_RIGHTS, buildFamilyTest, type FamilyTest, PRIVATE } from '#server/testing/family.ts'
import { book, openIntent, payByCard, paymentStates, sayPaid } from '#server/testing/paying.ts'
import {
  bookingOf,
  FIRST_SLOT,
  type Session,
  signInStaff,
  WEDNESDAY,
} from '#server/testing/test-app.ts'

const TEN = '10:00 AM - 10:30 AM'
const NEXT_DAY = new Date('2027-03-03T20:00:00Z')

let test: FamilyTest

beforeEach(async () => {
  test = await buildFamilyTest()
})

async function ask(by: Session, url: string, payload?: object) {
  const response = await (payload ? by.post(url, payload) : by.get(url))
  return { status: response.statusCode, body: response.json(), text: response.body }
}

const see = (by: Session) => ask(by, `/appointment/${test.appointmentId}`)
const options = (by: Session) => ask(by, `/appointments/${test.appointmentId}/options`)
const countShared = async (by: Session) =>
  (await by.get(`/appointments?patient=${by.email}`)).headers[SHARED_COUNT]
const listShared = async (by: Session) => (await ask(by, '/children/appointments')).body
const cancel = (by: Session, rule?: string) =>
  ask(by, `/appointments/${test.appointmentId}/cancel`, { version: 0, refund: 0, rule })
const move = (by: Session, version = 0) =>
  ask(by, `/appointments/${test.appointmentId}/move`, { version, date: WEDNESDAY, slot: TEN })

/** Anna, or another guardian, pays by card. */
async function pay(by = test.anna): Promise<string> {
  return payByCard({ ...test, session: by })
}

/** Anna stops being Mia's guardian; Boris then owns her. */
function annaLeaves(): void {
  const { childId, anna, boris } = test
  updateGuardian(test.db, { childId, uid: boris.uid }, { isOwner: true, ...ALL_RIGHTS })
  deleteGuardian(test.db, { childId, uid: anna.uid })
}

const row = () => findAppointment(test.db, test.appointmentId)

describe('an appointment that another guardian has booked', () => {
  it('shows child, treatment, time and state under the viewer’s own name', async () => {
    const { body, text } = await see(test.boris)
    expect(body).toMatchObject({
      child: { name: 'Mia' },
      treatment: 'Allergy Testing',
      slot: FIRST_SLOT,
      paid: false,
      patientName: 'Boris',
      email: test.boris.email,
      patient: test.boris.email,
      phone: '',
      address: '',
      shared: true,
    })
    for (const secret of Object.values(PRIVATE)) expect(text).not.toContain(secret)
    expect((await see(test.anna)).body).toMatchObject({ phone: PRIVATE.phone })
    expect((await see(test.anna)).body).not.toHaveProperty('shared')
  })

  it('is listed to other guardians, with the price for those who may pay', async () => {
    const shown = { _id: test.appointmentId, date: 'Mar 2, 2027', status: 'booked', past: false }
    const unpaid = { ...shown, paid: false, mayBook: true, price: 110 }
    expect(await listShared(test.boris)).toMatchObject([unpaid])
    expect(await countShared(test.boris)).toBe('1')
    expect(await countShared(test.anna)).toBe('0')
    test.allow({ mayPay: false })
    expect((await see(test.boris)).body).toMatchObject({ mayPay: false })
    const [listed] = await listShared(test.boris)
    expect(listed).not.toHaveProperty('price')
    expect((await options(test.boris)).body).not.toHaveProperty('price')
    expect((await options(test.anna)).body).toHaveProperty('price', 110)
    expect(await listShared(test.anna)).toEqual([])
    test.setTime(NEXT_DAY)
    expect(await listShared(test.boris)).toMatchObject([{ past: true }])
  })

  it('is moved and canceled with the right to book, and only shown without it', async () => {
    test.allow({ mayBook: false })
    expect((await options(test.boris)).body).toMatchObject({
      canMove: false,
      canCancel: false,
      moveObstacle: 'may_not_book',
      cancelObstacle: 'may_not_book',
      illMoveUntil: null,
    })
    for (const change of [move, cancel]) {
      expect(await change(test.boris)).toMatchObject({ status: 409, body: { code: 'closed' } })
    }
    test.allow({ mayBook: true })
    expect((await move(test.boris)).status).toBe(200)
    expect(row()).toMatchObject({ date: '2027-03-03', moves: 1, patientUid: test.anna.uid })
  })

  it('can still be changed by its booker without the right to book, until the booker is removed', async () => {
    const { boris, childId } = test
    const own = await book(test, boris, { child: childId, date: WEDNESDAY })
    test.allow({ mayBook: false, mayPay: false })
    const wanted = bookingOf(boris, { child: childId, date: WEDNESDAY, slot: TEN })
    expect(await ask(boris, '/appointments', wanted)).toMatchObject({ status: 403 })
    const url = `/appointments/${own}`
    const moved = await ask(boris, `${url}/move`, { version: 0, date: WEDNESDAY, slot: TEN })
    expect(moved).toMatchObject({
      status: 200,
      body: { options: { canMove: true, canCancel: true } },
    })
    await openIntent({ ...test, session: boris, appointmentId: own })
    test.allow(null)
    for (const path of [`/appointment/${own}`, `${url}/options`]) {
      expect((await ask(boris, path)).status).toBe(404)
    }
    const canceled = await ask(boris, `${url}/cancel`, { version: 1, refund: 0 })
    expect(canceled.status).toBe(404)
  })

  it('refunds the payer’s card, without showing the amount to others', async () => {
    const paid = await pay()
    expect((await options(test.boris)).body.quote).toMatchObject({
      rule: 'other_payer',
      refund: 0,
      kept: 0,
    })
    expect((await see(test.boris)).text).not.toContain(paid)
    // From a dialog that was opened before the payment.
    expect((await cancel(test.boris, 'unpaid')).body).toMatchObject({ code: 'quote_changed' })
    expect((await cancel(test.boris, 'other_payer')).status).toBe(200)
    // Repeating the call after a lost response changes nothing.
    expect((await cancel(test.boris, 'other_payer')).status).toBe(200)
    const [item] = readMoneyOf(test.db, test.appointmentId).items
    expect(item).toMatchObject({
      payment: { payerUid: test.anna.uid },
      refunds: [{ amountCents: 110_00 }],
    })
    await refundPayment({ ...test, now: test.now }, item?.refunds[0]?.id ?? '')
    expect(test.stripe.intents.get(paid)).toMatchObject({ refundedCents: 110_00 })
    const past = await ask(test.boris, '/appointments/history')
    expect(past.body.appointments).toEqual([])
    const own = await ask(test.anna, '/appointments/history')
    expect(own.body.appointments).toMatchObject([
      { child: { name: 'Mia' }, paid: 110, refunded: 110 },
    ])
    const staff = await signInStaff(test)
    for (const { uid } of [test.anna, test.boris]) {
      expect((await ask(staff, `/families/${uid}`)).body).toMatchObject({
        appointments: [{ refunded: 110 }],
        money: { paid: 110, refunded: 110 },
      })
    }
  })

  it('stays for the other guardians when its booker leaves', async () => {
    annaLeaves()
    expect((await see(test.anna)).status).toBe(404)
    const { email } = test.anna
    expect((await ask(test.anna, `/appointments?patient=${email}`)).body).toEqual([])
    expect((await ask(test.anna, '/children')).body).not.toHaveProperty('lastBooked')
    expect((await see(test.boris)).status).toBe(200)
    expect((await cancel(test.boris)).status).toBe(200)
  })

  it('stays visible to a payer who left, also once it is past, with their money', async () => {
    await pay()
    annaLeaves()
    expect((await see(test.anna)).status).toBe(200)
    test.setTime(NEXT_DAY)
    expect((await see(test.anna)).body).toMatchObject({ phone: PRIVATE.phone, paid: true })
    const history = await ask(test.anna, '/appointments/history')
    expect(history.body.appointments).toMatchObject([{ paid: 110, kept: 110 }])
    expect((await options(test.anna)).body).toMatchObject({ moveObstacle: 'may_not_book' })
  })

  it('belongs to the booker alone from the child’s 18th birthday on', async () => {
    correctChild(test.db, test.childId, { birthDate: '2009-03-03' }, BY_ADMIN)
    // It cannot be moved to the birthday.
    expect(await move(test.boris)).toMatchObject({ body: { code: 'age_limit' } })
    test.setTime(NEXT_DAY)
    expect((await see(test.boris)).status).toBe(404)
    expect(await listShared(test.boris)).toEqual([])
    expect((await see(test.anna)).status).toBe(200)
    const onBirthday = { child: test.childId, date: WEDNESDAY, slot: TEN }
    await expect(book(test, test.anna, onBirthday)).rejects.toThrow()
  })
})

describe('paying for an appointment that another guardian has booked', () => {
  const askForIntent = (by: Session) =>
    ask(by, '/create-payment-intent', { appointment: test.appointmentId, price: 110 })
  const open = (by: Session) => openIntent({ ...test, session: by })
  const states = () => paymentStates(test.db, test.appointmentId)
  const say = (by: Session, id: string) => sayPaid({ ...test, session: by }, id)

  it('requires the right to pay', async () => {
    test.allow({ mayPay: false })
    expect(await askForIntent(test.boris)).toMatchObject({
      status: 403,
      body: { code: 'may_not_pay', message: expect.stringContaining('Mia') },
    })
    test.allow(null)
    expect((await askForIntent(test.boris)).status).toBe(404)
    annaLeaves()
    expect((await askForIntent(test.anna)).status).toBe(404)
    expect(states()).toEqual([])
  })

  it('gives payment and receipt to the payer, and names neither guardian to the other', async () => {
    const id = await open(test.boris)
    test.stripe.charge(id)
    expect((await say(test.boris, id)).json()).toEqual({ paid: true, transactionId: id })
    expect(findPayment(test.db, id)).toMatchObject({ payerUid: test.boris.uid })
    expect((await see(test.boris)).body).toMatchObject({ paid: true, transactionId: id })
    const seen = await see(test.anna)
    expect(seen.body).toMatchObject({ paid: true })
    expect(seen.text).not.toContain(id)
    expect((await options(test.anna)).body.quote).toMatchObject({ rule: 'other_payer' })
    expect((await say(test.anna, id)).statusCode).toBe(404)
    const again = await askForIntent(test.anna)
    expect(again.body).toMatchObject({ code: 'already_paid' })
    expect(again.text).not.toContain(id)

    const [receipt] = (await ask(test.boris, `/appointments/${test.appointmentId}/receipts`)).body
    const own = await ask(test.boris, `/receipts/${receipt.number}`)
    expect(own.body).toMatchObject({ payer: { name: 'Boris', address: '' } })
    for (const secret of Object.values(PRIVATE)) expect(own.text).not.toContain(secret)
    expect((await ask(test.anna, `/receipts/${receipt.number}`)).status).toBe(404)
    expect((await ask(test.anna, `/appointments/${test.appointmentId}/receipts`)).body).toEqual([])
    // The booker cancels: the payer gets the refund.
    expect((await cancel(test.anna)).status).toBe(200)
    const [money] = readMoneyOf(test.db, test.appointmentId).items
    expect(money).toMatchObject({ payment: { id }, refunds: [{ amountCents: 110_00 }] })
  })

  it('can be combined with an own appointment in one payment', async () => {
    const own = await book(test, test.boris, { date: WEDNESDAY })
    const items = [own, test.appointmentId].map((appointment) => ({ appointment, price: 110 }))
    test.allow({ mayPay: false })
    expect((await ask(test.boris, '/payments', { appointments: items })).status).toBe(403)
    test.allow({ mayPay: true })
    expect((await ask(test.boris, '/payments', { appointments: items })).status).toBe(200)
    const [{ id, amountCents } = { id: '', amountCents: 0 }] = test.stripe.intents.values()
    expect(amountCents).toBe(220_00)
    test.stripe.charge(id)
    await settlePayment(test, id)
    for (const { appointment } of items) {
      const seen = await ask(test.boris, `/appointment/${appointment}`)
      expect(seen.body).toMatchObject({ paid: true, transactionId: id })
    }
  })

  it('cancels the other guardian’s open payment, so that only one can be charged', async () => {
    const annas = await open(test.anna)
    const boriss = await open(test.boris)
    expect(boriss).not.toBe(annas)
    expect(await open(test.boris)).toBe(boriss)
    expect(states()).toEqual(['closed', 'open'])
    expect(test.stripe.intents.get(annas)).toMatchObject({ status: 'canceled' })
    // Charged at the moment of the other guardian's call.
    test.stripe.charge(boriss)
    const late = await askForIntent(test.anna)
    expect(late).toMatchObject({ status: 409, body: { code: 'already_paid' } })
    expect(late.text).not.toContain(boriss)
    expect(states()).toEqual(['closed', 'succeeded'])
  })

  it('has one open payment if both request it at once', async () => {
    await Promise.all([test.anna, test.boris, test.anna, test.boris].map(askForIntent))
    const open = [...test.stripe.intents.values()].filter(({ status }) => status === 'open')
    expect(open.length).toBeLessThanOrEqual(1)
    expect(states().filter((state) => state === 'open')).toHaveLength(open.length)
  })

  it('belongs to the owner at the desk, once the booker has left', async () => {
    annaLeaves()
    const staff = await signInStaff(test)
    const url = `/agenda/${test.appointmentId}/payment`
    const paid = await staff.post(url, { version: 0, method: 'cash' })
    expect(paid.statusCode).toBe(200)
    const [item] = readMoneyOf(test.db, test.appointmentId).items
    expect(item?.payment).toMatchObject({ payerUid: test.boris.uid })
    const [receipt] = listReceiptsOf(test.db, [item?.payment.id ?? ''])
    expect(receipt?.document.payer).toMatchObject({ name: 'Boris', address: '' })
  })

  it('succeeds although the right ends while the card is charged', async () => {
    const id = await open(test.boris)
    test.allow(null)
    test.stripe.charge(id)
    const answer = await test.boris.post(`/payments/${id}/check`)
    expect(answer.json()).toEqual({ paid: true, transactionId: id })
    expect(row()).toMatchObject({ paid: true, transactionId: id })
  })
})
