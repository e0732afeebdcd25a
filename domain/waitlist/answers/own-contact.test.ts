import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { addChildOf, BY_ADMIN, booked } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { setContact } from '#drizzle/queries/identity/users.ts'
import { findEntry } from '#drizzle/queries/waitlist/waitlist.ts'
import { appointments, guardianships, waitlistEntries } from '#drizzle/schema/index.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { runHandlers } from '../testing/run-handlers.ts'
import { answering, openOffers, wait, waitingClinic } from '../testing/waiting-clinic.ts'
import { acceptOffer } from './answer-offer.ts'

// A guardian’s contact details never come from another guardian: docs/requirements.md#offers.

const DAY = '2027-03-05'
const LATER_DAY = '2027-03-16'
const ANNA = { phone: '555 0101', address: '1 Anna Lane' }
const BORIS = { phone: '555 0202', address: '2 Boris Road' }
const NOTHING = { phone: '', address: '' }

/** A child, Mia: both Anna and Boris may book for her. */
function separatedParents() {
  const db = waitingClinic()
  for (const uid of ['anna', 'boris', 'desk', 'other']) addPatient(db, uid)
  const child = addChildOf(db, 'anna', 'Mia')
  const rights = { mayBook: true, mayPay: true, receivesEmail: true, createdAt: NOW }
  db.insert(guardianships)
    .values({ childId: child, uid: 'boris', ...rights })
    .run()
  return { db, child }
}

function freeTime(db: Transaction) {
  cancelByClinic(db, booked(db, { uid: 'other', date: DAY }), BY_ADMIN)
  runHandlers(db, NOW)
}

function accept(db: Transaction, uid: string, contact?: typeof BORIS, isStaff = false) {
  const [offer] = openOffers(db)
  const wanted = { id: offer?.id ?? '', version: 0, contact }
  return acceptOffer(db, wanted, answering(uid, NOW, isStaff))
}

/** The booker of the only new appointment, and their contact details. */
function contactBooked(db: Transaction, outcome: ReturnType<typeof accept>) {
  if (outcome.outcome !== 'answered') throw new Error(JSON.stringify(outcome))
  const made = findAppointment(db, outcome.offer.appointmentId ?? '')
  return [made?.patientUid, made?.phone, made?.address]
}

it('books with the contact in the profile of the guardian who accepts', () => {
  const { db, child } = separatedParents()
  setContact(db, 'boris', BORIS)
  wait(db, 'anna', NOW, { child, ...ANNA })
  freeTime(db)
  expect(contactBooked(db, accept(db, 'boris'))).toEqual(['boris', BORIS.phone, BORIS.address])
})

it('uses the guardian’s last booking if the profile has no contact', () => {
  const { db, child } = separatedParents()
  booked(db, { uid: 'boris', date: LATER_DAY, ...BORIS })
  wait(db, 'anna', NOW, { child, ...ANNA })
  freeTime(db)
  expect(contactBooked(db, accept(db, 'boris'))).toEqual(['boris', BORIS.phone, BORIS.address])
})

it('asks for an unknown contact, and books nothing without it', () => {
  const { db, child } = separatedParents()
  wait(db, 'anna', NOW, { child, ...ANNA })
  freeTime(db)
  expect(accept(db, 'boris')).toMatchObject({
    outcome: 'refused',
    why: 'no_contact',
    offer: { state: 'open' },
  })
  expect(contactBooked(db, accept(db, 'boris', BORIS))).toEqual([
    'boris',
    BORIS.phone,
    BORIS.address,
  ])
})

it('books with the family’s contact when staff accept for it', () => {
  const { db, child } = separatedParents()
  wait(db, 'anna', NOW, { child, ...ANNA })
  freeTime(db)
  const made = contactBooked(db, accept(db, 'desk', undefined, true))
  expect(made).toEqual(['anna', ANNA.phone, ANNA.address])
})

it('keeps no contact of another guardian’s appointment, also when the clinic cancels it', () => {
  const { db, child } = separatedParents()
  const present = booked(db, { uid: 'anna', child, date: LATER_DAY, ...ANNA })
  const sooner = wait(db, 'boris', NOW, { appointment: present.id, ...NOTHING })
  expect(findEntry(db, sooner.id)).toMatchObject(NOTHING)
  cancelByClinic(db, present, BY_ADMIN)
  runHandlers(db, NOW)
  expect(accept(db, 'boris')).toMatchObject({ outcome: 'refused', why: 'no_contact' })
  expect(contactBooked(db, accept(db, 'boris', BORIS))).toEqual([
    'boris',
    BORIS.phone,
    BORIS.address,
  ])
})

it('keeps the contact of the user’s own appointment that could be sooner', () => {
  const { db, child } = separatedParents()
  const { id: appointment } = booked(db, { uid: 'anna', child, date: LATER_DAY, ...ANNA })
  expect(wait(db, 'anna', NOW, { appointment, ...NOTHING })).toMatchObject(ANNA)
})

it('moves another guardian’s appointment, which keeps its contact', () => {
  const { db, child } = separatedParents()
  const present = booked(db, { uid: 'anna', child, date: LATER_DAY, ...ANNA })
  wait(db, 'boris', NOW, { appointment: present.id, ...NOTHING })
  freeTime(db)
  const made = contactBooked(db, accept(db, 'boris'))
  expect(made).toEqual(['anna', ANNA.phone, ANNA.address])
})

it('is removed by the migration where it belongs to another guardian', () => {
  const { db, child } = separatedParents()
  setContact(db, 'boris', BORIS)
  const present = booked(db, { uid: 'anna', child, date: LATER_DAY, ...ANNA })
  const sooner = wait(db, 'boris', NOW, { appointment: present.id, ...NOTHING })
  db.update(waitlistEntries).set(ANNA).run()
  const weight = { child, treatment: 'Weight Loss', ...ANNA }
  const own = wait(db, 'anna', NOW, weight)
  cancelByClinic(
    db,
    booked(db, { uid: 'other', treatment: 'Weight Loss', priceCents: 80_00, date: DAY }),
    BY_ADMIN,
  )
  runHandlers(db, NOW)
  const offer = openOffers(db).find(({ entryId }) => entryId === own.id)
  const accepted = acceptOffer(db, { id: offer?.id ?? '', version: 0 }, answering('boris', NOW))
  if (accepted.outcome !== 'answered') throw new Error(JSON.stringify(accepted))
  const leaked = accepted.offer.appointmentId ?? ''
  // Rows as earlier versions left them.
  db.update(appointments).set(ANNA).run()
  const file = new URL('../../../drizzle/migrations/0070_own_contacts.sql', import.meta.url)
  db.$client.exec(readFileSync(file, 'utf8'))
  expect(findAppointment(db, leaked)).toMatchObject({ patientUid: 'boris', ...BORIS })
  expect(findAppointment(db, present.id)).toMatchObject(ANNA)
  expect(findEntry(db, sooner.id)).toMatchObject(NOTHING)
  expect(findEntry(db, own.id)).toMatchObject(ANNA)
})
