import { expect, it } from 'vitest'
import { addChild } from '#domain/guardians/children.ts'
import { MOMENT } from '#domain/testing/booking.ts'
import { declineOffer, findOwnOffer } from '#domain/waitlist/answers/answer-offer.ts'
import { readOffer } from '#domain/waitlist/answers/read-offer.ts'
import { readEntry } from '#domain/waitlist/entries/read-entries.ts'
import { offerByHand } from '#domain/waitlist/offers/offer-times.ts'
import { answering, wait, waitingClinic } from '#domain/waitlist/testing/waiting-clinic.ts'
import {
  countEntries,
  listEntryPage,
  listOwnEntries,
} from '#drizzle/queries/waitlist/entry-lists.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { toEntry, toOffer } from './waitlist.ts'

/** Bea's children wait together and are offered times from 9 AM on; Cem waits after them. */
function siblingsWithOffer() {
  const db = waitingClinic()
  addPatient(db, 'bea')
  const children = ['Mia', 'Ben'].map((name) => {
    const details = { name, birthDate: '2020-06-05' }
    const outcome = addChild(db, details, { uid: 'bea', ...MOMENT, now: NOW })
    if (outcome.outcome !== 'added') throw new Error(outcome.outcome)
    return outcome.added.child.id
  })
  const entry = wait(db, 'bea', NOW, { children })
  const next = wait(db, 'cem', NOW)
  const time = { entryId: entry.id, date: '2027-03-05', startMinute: 9 * 60 }
  const made = offerByHand(db, time, { actor: 'admin', now: NOW })
  if (made.outcome !== 'offered') throw new Error(made.outcome)
  const known = findOwnOffer(db, made.offerId, answering('bea', NOW).caller)
  if (!known) throw new Error('Bea does not know the offer.')
  return { db, entry, next, known }
}

const toldTo = (uid: string, now = NOW) => ({
  viewer: { uid, isStaff: false },
  now,
  timeZone: MOMENT.timeZone,
})

it('shows siblings who wait together as one entry, first in turn, with their offer', () => {
  const { db, entry, next, known } = siblingsWithOffer()
  expect(toEntry(readEntry(db, entry.id, NOW), { now: NOW, ...MOMENT })).toMatchObject({
    child: 'Mia and Ben',
    turn: 'first',
    offer: { _id: known.offer.id, slot: '09:00 AM - 09:30 AM' },
  })
  expect(toEntry(readEntry(db, next.id, NOW), { now: NOW, ...MOMENT })).toMatchObject({
    child: null,
    turn: 'next',
    offer: null,
  })
  const page = listEntryPage(db, { limit: 10 })
  expect(page.map((listed) => listed.entry.id)).toEqual([entry.id, next.id])
  expect(countEntries(db)).toBe(2)
  expect(listOwnEntries(db, 'bea').map((listed) => listed.entry.id)).toEqual([entry.id])
})

it('offers siblings all of their times at one price', () => {
  const { db, known } = siblingsWithOffer()
  const asked = toldTo('bea')
  expect(toOffer(readOffer(db, known, asked), asked)).toMatchObject({
    state: 'open',
    child: 'Mia and Ben',
    price: 220,
    times: [
      { child: 'Mia', slot: '09:00 AM - 09:30 AM' },
      { child: 'Ben', slot: '09:30 AM - 10:00 AM' },
    ],
  })
})

it('shows that an offer has ended when its time is past, and when another guardian has answered', () => {
  const { db, known } = siblingsWithOffer()
  const late = toldTo('bea', known.offer.expiresAt)
  expect(toOffer(readOffer(db, known, late), late)).toMatchObject({ state: 'expired' })
  const answered = declineOffer(db, known.offer.id, answering('bea', NOW))
  if (answered.outcome !== 'answered') throw new Error(answered.outcome)
  const byOther = (viewer: string) =>
    toOffer(readOffer(db, answered, toldTo(viewer)), toldTo(viewer)).byOther
  expect([byOther('bea'), byOther('ben')]).toEqual([false, true])
})
