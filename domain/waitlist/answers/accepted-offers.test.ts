import { expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { receiptNumber } from '#contract/payments/receipts.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { readInvitation } from '#domain/notifications/testing/calendar-model.ts'
import { BY_ADMIN, booked, TIME_ZONE } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { findReceiptOf } from '#drizzle/queries/payments/receipts.ts'
import { storeOpening } from '#drizzle/queries/schedule/opening.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { runHandlers } from '../testing/run-handlers.ts'
import {
  answering,
  bookedBy,
  closeWithReoffers,
  closing,
  emailsOf,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'
import { acceptOffer } from './answer-offer.ts'

const DAY = '2027-03-05'
const LATER_DAY = '2027-03-16'

/** The event in the calendar file of a family's email, parsed by ical.js. */
function eventIn(db: Transaction, kind: NotificationKind, uid: string) {
  const email = emailsOf(db, kind).find((one) => one.uid === uid)
  if (!email) throw new Error(`${uid} got no email about it.`)
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => 'https://clinic.example',
    recallUrl: () => 'https://x.example/stop',
    claimUrl: () => 'https://x.example/claim',
  }
  const reading = readSubject(reader, email as NotificationOf, NOW)
  if (reading.outcome !== 'send') throw new Error(JSON.stringify(reading))
  const { calendar } = composeEmail(reading.subject, { ...SENDER, timeZone: TIME_ZONE })
  const { event, method } = readInvitation(calendar?.content ?? '', calendar?.method ?? '')
  return { method, uid: event.uid, sequence: event.sequence, start: event.startDate.toString() }
}

/** Bea's paid appointment, as on its receipt and in the calendar. */
function paidAppointment(db: Transaction) {
  addPatient(db, 'desk')
  const { id, version } = booked(db, { uid: 'bea', date: LATER_DAY })
  const before = eventIn(db, 'booked', 'bea')
  receiveAtDesk(db, { id, version, method: 'cash', actor: 'desk' }, NOW)
  return { id, before, receipt: receiptOf(db, id) }
}

function receiptOf(db: Transaction, id: string) {
  const issued = findReceiptOf(db, findAppointment(db, id)?.transactionId ?? '')
  if (!issued) throw new Error('No receipt was issued.')
  return receiptNumber(issued)
}

function accept(db: Transaction) {
  const [offer] = openOffers(db)
  const accepted = acceptOffer(db, { id: offer?.id ?? '', version: 0 }, answering('bea', NOW))
  expect(accepted).toMatchObject({ outcome: 'answered', offer: { state: 'accepted' } })
  return offer
}

it('is offered, and can be accepted, while online booking is paused', () => {
  const db = waitingClinic()
  const other = booked(db, { date: DAY })
  wait(db, 'bea', NOW)
  storeOpening(db, { state: 'paused', from: null, reason: 'The phones are down' }, 0)
  cancelByClinic(db, other, BY_ADMIN)
  runHandlers(db, NOW)
  accept(db)
  expect(bookedBy(db, 'bea')).toMatchObject([{ date: DAY, status: 'booked' }])
})

it('moves the event in the calendar when a sooner time is accepted, and keeps id and receipt', () => {
  const db = waitingClinic()
  const other = booked(db, { date: DAY })
  const { id, before, receipt } = paidAppointment(db)
  wait(db, 'bea', NOW, { appointment: id })
  cancelByClinic(db, other, BY_ADMIN)
  runHandlers(db, NOW)
  expect(accept(db)?.date).toBe(DAY)
  expect(eventIn(db, 'moved', 'bea')).toEqual({
    ...before,
    sequence: before.sequence + 1,
    start: `${DAY}T14:00:00Z`,
  })
  expect(receiptOf(db, id)).toBe(receipt)
})

it('moves it when a re-offer of a closed day is accepted', () => {
  const db = waitingClinic()
  addPatient(db, 'admin')
  const { id, before, receipt } = paidAppointment(db)
  closeWithReoffers(db, closing(LATER_DAY))
  const offer = accept(db)
  const start = `${offer?.date}T14:00:00Z`
  expect(eventIn(db, 'moved', 'bea')).toEqual({ ...before, sequence: before.sequence + 1, start })
  expect(receiptOf(db, id)).toBe(receipt)
})

it('adds an event for an offer that books an appointment', () => {
  const db = waitingClinic()
  const other = booked(db, { date: DAY })
  wait(db, 'bea', NOW)
  cancelByClinic(db, other, BY_ADMIN)
  runHandlers(db, NOW)
  accept(db)
  expect(eventIn(db, 'booked', 'bea')).toMatchObject({ method: 'REQUEST', sequence: 0 })
})
