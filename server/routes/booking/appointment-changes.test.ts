import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type ChangeOptions, changeOptions } from '#contract/booking/appointment-changes.ts'
import { quoteOf, REFUND_CASES } from '#contract/payments/refund-cases.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { describeEmail } from '#domain/notifications/kinds/describe-email.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { sweepPayments } from '#domain/payments/settle-open-payments.ts'
import { listPaymentProblems } from '#domain/payments/stripe-differences.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { readAuditFacts } from '#drizzle/queries/audit/audit-facts.ts'
import { insertChild } from '#drizzle/queries/guardians/children.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import {
  appointments,
  events,
  notifications,
  paymentItems,
  payments,
  refunds,
  treatments,
} from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import {
  book,
  buildPayingTest,
  openIntent,
  type PayingTest,
  payByCard,
  readAppointment,
  sayPaid,
} from '#server/testing/paying.ts'
import {
  FIRST_SLOT,
  signIn,
  signInStaff,
  TUESDAY,
  WEDNESDAY,
  withoutChange,
} from '#server/testing/test-app.ts'
import { toAuditEntry } from '#server/views/audit.ts'

const TEN = '10:00 AM - 10:30 AM'
/** The start of the appointment: 09:00 on Tuesday in New York. */
const START = new Date('2027-03-02T14:00:00Z')
const HOUR = 3_600_000

/** A paid appointment on Tuesday at 09:00, and calls about it. */
async function start() {
  const clinic = await buildPayingTest()
  const intentId = await payByCard(clinic)
  return { ...clinic, intentId, ...callsOf(clinic) }
}

async function buildUnpaid() {
  const clinic = await buildPayingTest()
  return { ...clinic, ...callsOf(clinic) }
}

/** An appointment with Benno on Wednesday, which Ada could take instead. */
async function startWithBenno() {
  const clinic = await buildPayingTest()
  const ada = addTreatingDoctor(clinic.db, 'Ada', 'Allergy Testing')
  const benno = addTreatingDoctor(clinic.db, 'Benno', 'Allergy Testing')
  const id = await book(clinic, clinic.session, { date: WEDNESDAY, doctor: benno })
  return { clinic, id, ada, benno, move: callsOf({ ...clinic, appointmentId: id }).move }
}

function callsOf({ session, appointmentId }: PayingTest) {
  const url = `/appointments/${appointmentId}`
  return {
    options: async (by = session): Promise<ChangeOptions> =>
      changeOptions.parse((await by.get(`${url}/options`)).json()),
    move: (changes: object = {}, by = session) =>
      by.post(`${url}/move`, { version: 0, date: WEDNESDAY, slot: TEN, ...changes }),
    cancel: (changes: object = {}, by = session) =>
      by.post(`${url}/cancel`, { version: 0, refund: 110, ...changes }),
  }
}

/** Runs the sweep that many minutes later. */
function sweepAfter(clinic: PayingTest, minutes: number) {
  clinic.setTime(new Date(clinic.now().getTime() + minutes * 60_000))
  return sweepPayments(clinic.context, {
    signal: new AbortController().signal,
    onFailure: (_id, error) => {
      throw error
    },
  })
}

const hoursBefore = (hours: number) => new Date(START.getTime() - hours * HOUR)
const kinds = ({ db, appointmentId }: PayingTest) =>
  eventsOf(db, appointmentId).map(({ kind }) => kind)
const emailsOf = ({ db }: PayingTest, kind: 'moved' | 'cancelled') =>
  db.select().from(notifications).where(eq(notifications.kind, kind)).all()

/** The email about the only change of that kind. */
function emailAbout(clinic: PayingTest, kind: 'moved' | 'cancelled') {
  const [row] = emailsOf(clinic, kind)
  const reader = {
    db: clinic.db,
    timeZone: 'America/New_York',
    unsubscribeUrl: () => '',
    recallUrl: () => 'https://x.example/stop',
    claimUrl: () => 'https://x.example/claim',
  }
  const reading = readSubject(reader, row as NotificationOf, clinic.now())
  if (reading.outcome !== 'send') throw new Error(`The email is not sent: ${kind}`)
  return describeEmail(reading.subject, SENDER)
}

describe('what is possible', () => {
  test('is shown with terms, refund and deadline', async () => {
    const clinic = await start()
    expect(await clinic.options()).toMatchObject({
      version: 0,
      date: '2027-03-02',
      canMove: true,
      canCancel: true,
      untilOnline: '2027-03-02T12:00:00.000Z',
      movesLeft: 3,
      illMoveUntil: '2027-03-16',
      quote: { refund: 110, kept: 0, rule: 'band' },
      _id: clinic.appointmentId,
      slot: FIRST_SLOT,
      paid: true,
    })
  })

  test('is more for staff', async () => {
    const clinic = await start()
    const staff = await signInStaff(clinic)
    clinic.setTime(hoursBefore(1))
    expect(await clinic.options(staff)).toMatchObject({
      canMove: true,
      quote: { refund: 0 },
      clinicQuote: { refund: 110, rule: 'clinic' },
    })
  })
})

describe('a move', () => {
  test('keeps price, payment and terms, notifies the family, and can be repeated', async () => {
    const clinic = await start()
    const before = clinic.appointment()
    const first = await clinic.move()
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ options: { version: 1, slot: TEN, paid: true } })
    expect(clinic.appointment()).toEqual({
      ...before,
      date: '2027-03-03',
      startMinute: 600,
      version: 1,
      moves: 1,
    })
    expect((await clinic.move()).json()).toEqual(first.json())
    expect(kinds(clinic)).toEqual(['appointment.booked', 'appointment.paid', 'appointment.moved'])
    expect(eventsOf(clinic.db, clinic.appointmentId).at(-1)?.data).toEqual({
      date: '2027-03-03',
      startMinute: 600,
      fromDate: '2027-03-02',
      fromMinute: 540,
      version: 1,
    })
    expect(emailsOf(clinic, 'moved')).toHaveLength(1)
  })

  test('keeps the doctor if they are free, and takes a requested one', async () => {
    const { clinic, id, ada, benno, move } = await startWithBenno()
    const doctor = () => readAppointment(clinic.db, id).doctorName
    await move({ slot: '11:00 AM - 11:30 AM' })
    expect(doctor()).toBe('Benno')
    expect(eventsOf(clinic.db, id).at(-1)?.data).toMatchObject({
      doctorId: benno,
      fromDoctorId: benno,
    })
    await move({ version: 1, slot: '11:00 AM - 11:30 AM', doctor: ada })
    expect(doctor()).toBe('Ada')
    const other = await signIn(clinic, 'other@example.com')
    await book(clinic, other, { date: WEDNESDAY, doctor: ada })
    await move({ version: 2, slot: FIRST_SLOT })
    expect(doctor()).toBe('Benno')
  })

  test('names the new doctor in email, calendar and audit log', async () => {
    const { clinic, ada, benno, move } = await startWithBenno()
    await move({ slot: FIRST_SLOT, doctor: ada })
    const email = emailAbout(clinic, 'moved')
    expect(email.heading).toBe('Your appointment is with another doctor')
    expect(email.details.map(({ label }) => label)).not.toContain('Before')
    const event = clinic.db.select().from(events).where(eq(events.kind, 'appointment.moved')).get()
    expect(event?.data).toMatchObject({ doctorId: ada, fromDoctorId: benno })
    if (!event) throw new Error('It was moved')
    expect(toAuditEntry(event, readAuditFacts(clinic.db, [event])).detail).toBe(
      'at the same time (Mar 3, 2027, 9:00 AM), with Ada instead of Benno',
    )
  })

  test.each([
    ['another version', { version: 4 }, 'stale'],
    ['a time that is not offered', { slot: '08:00 AM - 08:30 AM' }, 'not_offered'],
    ['a day on which the clinic is closed', { date: 'Mar 6, 2027' }, 'not_offered'],
    ['the time of another family', { slot: FIRST_SLOT }, 'slot_taken'],
    [
      'the time of the family’s other appointment',
      { slot: '11:00 AM - 11:30 AM' },
      'already_booked',
    ],
  ])('to %s is refused, and changes nothing', async (_, changes, code) => {
    const clinic = await start()
    await book(clinic, await signIn(clinic, 'other@example.com'), { date: WEDNESDAY })
    const eleven = { date: WEDNESDAY, slot: '11:00 AM - 11:30 AM' }
    await book(clinic, clinic.session, { treatment: 'Weight Loss', price: 80, ...eleven })
    const answer = await withoutChange(clinic, () => clinic.move(changes))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code, options: { version: 0, canMove: true } })
    if (code === 'slot_taken') {
      expect(answer.json().alternatives).toEqual([
        '09:30 AM - 10:00 AM',
        '10:00 AM - 10:30 AM',
        '10:30 AM - 11:00 AM',
      ])
    }
  })

  test('is refused for a day on which the child is too old for the treatment', async () => {
    const { app, db, session, appointmentId, move } = await start()
    const child = { id: 'child', name: 'Ida', birthDate: '2025-03-03' }
    const createdBy = readAppointment(db, appointmentId)?.patientUid ?? ''
    insertChild(db, { ...child, createdBy, createdAt: START })
    const { id: childId, name: childName, birthDate: childBirthDate } = child
    db.update(appointments).set({ childId, childName, childBirthDate }).run()
    db.update(treatments).set({ maxAgeMonths: 24 }).run()
    expect((await move()).json()).toMatchObject({
      code: 'age_limit',
      message: 'Allergy Testing is for ages 0–2 years. Ida is 2 years old that day.',
    })
    const inSpanish = await app.inject({
      method: 'POST',
      url: `/appointments/${appointmentId}/move`,
      headers: { ...session.headers, 'x-language': 'es' },
      payload: { version: 0, date: WEDNESDAY, slot: TEN },
    })
    expect(inSpanish.json().message).toMatch(/^Pruebas de alergia es para estas edades: /)
    const sameDay = await move({ date: TUESDAY })
    expect(sameDay.statusCode).toBe(200)
    expect(readAppointment(db, appointmentId)).toMatchObject({ date: '2027-03-02', childId })
  })

  test('is possible three times, and once more for an ill child within two weeks', async () => {
    const clinic = await start()
    const slots = [TEN, '10:30 AM - 11:00 AM', '02:30 PM - 03:00 PM']
    for (const [version, slot] of slots.entries()) {
      expect((await clinic.move({ version, slot })).statusCode).toBe(200)
    }
    expect((await clinic.move({ version: 3 })).json()).toMatchObject({
      code: 'closed',
      options: { moveObstacle: 'too_many_moves', canCancel: true, illMoveUntil: '2027-03-17' },
    })
    const tooFar = { version: 3, ill: true, date: 'Mar 18, 2027' }
    expect((await clinic.move(tooFar)).json().code).toBe('closed')
    const answer = await clinic.move({ ...tooFar, date: 'Mar 17, 2027' })
    expect(answer.statusCode).toBe(200)
    expect(clinic.appointment()).toMatchObject({ moves: 3, illMoveUsed: true, version: 4 })
    expect((await clinic.move({ version: 4, ill: true })).json().code).toBe('closed')
  })

  test('in the last hours keeps the refund of that time, and staff move without limits', async () => {
    const clinic = await start()
    const staff = await signInStaff(clinic)
    clinic.setTime(hoursBefore(3))
    expect((await clinic.options()).ceilingAfterMove).toBe(0)
    expect((await clinic.options(staff)).ceilingAfterMove).toBeNull()
    await clinic.move()
    expect((await clinic.options(staff)).ceilingAfterMove).toBe(0)
    expect((await clinic.options()).quote).toMatchObject({ refund: 0, rule: 'late_move' })
    const terms = emailAbout(clinic, 'moved').details.at(-1)
    expect(terms).toMatchObject({ label: 'Changes and refunds' })
    expect(terms?.lines[0]).toBe('No refund if you cancel')
    clinic.setTime(new Date('2027-03-03T14:30:00Z'))
    const later = { version: 1, date: 'Mar 4, 2027' }
    expect((await clinic.move(later)).json().code).toBe('closed')
    expect((await clinic.move(later, staff)).statusCode).toBe(200)
    expect(clinic.appointment()).toMatchObject({ moves: 1, refundCeiling: 0 })
  })
})

describe('a late move of an unpaid appointment', () => {
  test('does not reduce the refund of a later payment', async () => {
    const clinic = await buildUnpaid()
    clinic.setTime(hoursBefore(3))
    expect((await clinic.options()).ceilingAfterMove).toBeNull()
    expect((await clinic.move({ version: 0, date: 'Mar 9, 2027' })).statusCode).toBe(200)
    expect((await clinic.options()).refundCeiling).toBeNull()
    await payByCard(clinic)
    const { quote, refundCeiling } = await clinic.options()
    expect(refundCeiling).toBeNull()
    expect(quote).toMatchObject({ refund: 110, rule: 'band' })
  })

  test('for an ill child reduces the refund of earlier payments, and not of later ones', async () => {
    const clinic = await start()
    clinic.setTime(hoursBefore(1))
    expect((await clinic.move({ version: 0, ill: true, date: 'Mar 9, 2027' })).statusCode).toBe(200)
    expect((await clinic.options()).quote).toMatchObject({ refund: 0, rule: 'late_move' })
    const [intentId = ''] = [...clinic.stripe.intents.keys()]
    clinic.stripe.refundInDashboard(intentId)
    await settlePayment(clinic.context, intentId)
    await payByCard(clinic)
    expect((await clinic.options()).quote).toMatchObject({ refund: 110, rule: 'band' })
  })
})

describe('a cancellation', () => {
  test.each([
    [24, 110],
    [24 - 1 / 3600, 0],
  ])(
    '%s hours before refunds $%s, tells the family, and can be repeated',
    async (hours, refund) => {
      const clinic = await start()
      clinic.setTime(hoursBefore(hours))
      const wakes = clinic.wakes()
      const first = await clinic.cancel({ refund, reason: 'ill' })
      expect(first.json()).toMatchObject({
        refund,
        options: { version: 1, status: 'cancelled', canCancel: false },
      })
      expect(clinic.wakes()).toBeGreaterThan(wakes)
      expect(clinic.appointment()).toMatchObject({ status: 'cancelled', paid: refund === 0 })
      expect((await clinic.cancel({ refund, reason: 'ill' })).json()).toEqual(first.json())
      const data = { by: 'family', reason: 'ill', refundCents: refund * 100 }
      expect(eventsOf(clinic.db, clinic.appointmentId).slice(2)).toEqual([
        { kind: 'appointment.cancelled', actor: clinic.session.uid, data },
      ])
      expect(allOf(clinic.db, refunds)).toMatchObject(
        refund ? [{ amountCents: 110_00, reason: 'cancelled', state: 'requested' }] : [],
      )
      expect(emailsOf(clinic, 'cancelled')).toMatchObject([
        { data: { by: 'family', refund: refund > 0, quote: { refund, rule: 'band' } } },
      ])
    },
  )

  test.each([
    ['another version', { version: 4 }, 'stale'],
    ['less than what comes back', { refund: 55 }, 'quote_changed'],
    ['more than what comes back', { refund: 110.01 }, 'quote_changed'],
  ])('for %s is refused, and changes nothing', async (_, changes, code) => {
    const clinic = await start()
    const answer = await withoutChange(clinic, () => clinic.cancel(changes))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code, options: { version: 0, quote: { refund: 110 } } })
  })

  test('is refused if a nonrefundable payment arrived after the family saw that there was none', async () => {
    const clinic = await buildPayingTest()
    const intentId = await openIntent(clinic)
    const { cancel, options } = callsOf(clinic)
    clinic.setTime(hoursBefore(3))
    const { refund, rule } = (await options()).quote
    clinic.stripe.charge(intentId)
    await sayPaid(clinic, intentId)
    const answer = await withoutChange(clinic, () => cancel({ refund, rule }))
    expect([rule, answer.statusCode]).toEqual(['unpaid', 409])
    expect(answer.json()).toMatchObject({
      code: 'quote_changed',
      options: { quote: { refund: 0, kept: 110, rule: 'band' } },
    })
    const first = await cancel({ refund, rule: 'band' })
    expect(first.statusCode).toBe(200)
    expect((await cancel({ refund, rule: 'band' })).json()).toEqual(first.json())
  })

  test('by staff counts as the family’s, with its refund, or the clinic’s, with a full refund', async () => {
    for (const [byClinic, refund] of [
      [false, 0],
      [true, 110],
    ] as const) {
      const clinic = await start()
      const staff = await signInStaff(clinic)
      clinic.setTime(hoursBefore(1))
      expect((await clinic.cancel({ refund: 110 - refund, byClinic }, staff)).json().code).toBe(
        'quote_changed',
      )
      expect((await clinic.cancel({ refund, byClinic }, staff)).json()).toMatchObject({ refund })
      const by = byClinic ? 'clinic' : 'family'
      expect(emailsOf(clinic, 'cancelled')).toMatchObject([{ data: { by } }])
    }
  })

  test('cannot be declared the clinic’s by the family itself', async () => {
    const clinic = await start()
    clinic.setTime(hoursBefore(3))
    const answer = await clinic.cancel({ refund: 110, byClinic: true })
    expect(answer.json().code).toBe('quote_changed')
  })

  test('of an unpaid appointment refunds nothing, and a payment that succeeds later is refunded', async () => {
    const clinic = await buildPayingTest()
    const intentId = await openIntent(clinic)
    const { cancel, options } = callsOf(clinic)
    expect((await options()).quote).toMatchObject({ refund: 0, rule: 'unpaid' })
    expect((await cancel({ refund: 0 })).statusCode).toBe(200)
    clinic.stripe.charge(intentId)
    await sayPaid(clinic, intentId)
    expect(clinic.appointment().paid).toBe(false)
    expect(allOf(clinic.db, refunds)).toMatchObject([{ amountCents: 110_00, reason: 'cancelled' }])
  })

  test.each([
    ['webhook', (clinic: PayingTest, intentId: string) => settlePayment(clinic.context, intentId)],
    ['sweep, its webhook lost,', (clinic: PayingTest) => sweepAfter(clinic, 2)],
  ])(
    'while a payment is processing refunds it in full when the %s finds that it succeeded',
    async (_, find) => {
      const clinic = await buildPayingTest()
      const intentId = await openIntent(clinic)
      clinic.stripe.change(intentId, { status: 'processing' })
      // The terms would refund only a fifth.
      const terms = { bands: [{ hours: 0, percent: 20 }] }
      clinic.db.update(appointments).set({ terms }).run()
      const { cancel, options } = callsOf(clinic)
      await settlePayment(clinic.context, intentId)
      const { quote } = await options()
      expect(describeQuote(quote)).toBe('A payment is still on its way: it is refunded in full.')
      expect((await cancel({ refund: 0, rule: 'unpaid' })).statusCode).toBe(200)
      expect(JSON.stringify(emailAbout(clinic, 'cancelled'))).toContain('it is refunded in full')
      // Stripe does not cancel an intent that is processing.
      await sweepAfter(clinic, 2)
      expect(clinic.states()).toEqual(['open'])

      clinic.stripe.charge(intentId)
      await find(clinic, intentId)
      expect(clinic.states()).toEqual(['succeeded, refund requested'])
      await sweepAfter(clinic, 2)
      expect(clinic.states()).toEqual(['succeeded, refund succeeded'])
      const { receivedCents, refundedCents } = clinic.stripe.intents.get(intentId) ?? {}
      expect([receivedCents, refundedCents]).toEqual([110_00, 110_00])
      expect(clinic.appointment()).toMatchObject({ status: 'cancelled', paid: false })
      const kindsOfEmails = clinic.db.select({ kind: notifications.kind }).from(notifications).all()
      expect(kindsOfEmails.map(({ kind }) => kind)).toContain('refunded')
      const desk = { ...clinic.context, today: () => '2027-03-01' }
      expect([listPaymentProblems(desk), findBookErrors(clinic.db)]).toEqual([[], []])
    },
  )

  test('of a disputed payment refunds nothing by itself', async () => {
    const clinic = await start()
    clinic.db.update(payments).set({ disputed: true }).run()
    expect((await clinic.options()).quote).toMatchObject({ refund: 0, rule: 'disputed' })
    expect((await clinic.cancel({ refund: 0 })).statusCode).toBe(200)
    expect(allOf(clinic.db, refunds)).toEqual([])
    expect(clinic.appointment()).toMatchObject({ status: 'cancelled', paid: true })
  })

  test('of a payment whose dispute was won refunds as usual', async () => {
    const clinic = await start()
    const { quote } = await clinic.options()
    const id = clinic.appointment().transactionId ?? ''
    for (const disputed of [true, false]) {
      clinic.stripe.change(id, { disputed, disputeWon: !disputed })
      await settlePayment(clinic.context, id)
      expect((await clinic.options()).quote.rule).toBe(disputed ? 'disputed' : quote.rule)
    }
    expect((await clinic.cancel({ refund: quote.refund })).statusCode).toBe(200)
    expect(allOf(clinic.db, refunds)).toHaveLength(1)
  })
})

describe('API and email describe a refund like the screen', () => {
  test.each(REFUND_CASES)('$name', async (each) => {
    const clinic = each.paid ? await start() : await buildUnpaid()
    const { db } = clinic
    const priceCents = Math.round(each.price * 100)
    db.$client.exec('DROP TRIGGER payments_keep_what_they_were')
    db.update(payments).set({ amountCents: priceCents }).run()
    db.$client.exec('DROP TRIGGER payment_items_never_change')
    db.update(paymentItems).set({ amountCents: priceCents }).run()
    const ceiling = { refundCeiling: each.ceiling, refundCeilingOf: sql`transaction_id` }
    db.update(appointments)
      .set({ priceCents, terms: each.terms, ...ceiling })
      .run()
    clinic.setTime(hoursBefore(each.hours))
    const { quote } = await clinic.options()
    expect(quote).toEqual(quoteOf(each))
    expect(describeQuote(quote)).toBe(each.quote)
    const answer = await clinic.cancel({ refund: each.refund })
    expect(answer.json()).toMatchObject({ refund: each.refund })
    expect(allOf(db, refunds)).toMatchObject(
      each.refund ? [{ amountCents: Math.round(each.refund * 100) }] : [],
    )
    expect(emailAbout(clinic, 'cancelled').paragraphs).toContain(each.told)
  })
})
