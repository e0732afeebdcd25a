import { expect, it } from 'vitest'
import { addChild } from '#domain/guardians/children.ts'
import { MOMENT } from '#domain/testing/booking.ts'
import { declineOffer, findOwnOffer } from '#domain/waitlist/answers/answer-offer.ts'
import { offerByHand } from '#domain/waitlist/offers/offer-times.ts'
import { answering, wait, waitingClinic } from '#domain/waitlist/testing/waiting-clinic.ts'
import { addPatient, NOW } from '#drizzle/testing/seeded-database.ts'
import { onePerBlock, toEntry, toOffer } from './waitlist.ts'

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

it('shows siblings who wait together as one entry, first in turn, with their offer', () => {
  const { db, entry, next, known } = siblingsWithOffer()
  expect(toEntry(db, entry)).toMatchObject({
    child: 'Mia and Ben',
    turn: 'first',
    offer: { _id: known.offer.id, slot: '09:00 AM - 09:30 AM' },
  })
  expect(toEntry(db, next)).toMatchObject({ child: null, turn: 'next', offer: null })
  expect(onePerBlock([entry, { ...entry, id: 'ben' }, next])).toEqual([entry, next])
})

it('offers siblings all of their times at one price', () => {
  const { db, known } = siblingsWithOffer()
  expect(toOffer(db, known, { uid: 'bea', now: NOW })).toMatchObject({
    state: 'open',
    child: 'Mia and Ben',
    price: 220,
    times: [{ slot: '09:00 AM - 09:30 AM' }, { slot: '09:30 AM - 10:00 AM' }],
  })
})

it('says that an offer is over when its time is, and when another guardian has answered', () => {
  const { db, known } = siblingsWithOffer()
  const { expiresAt } = known.offer
  expect(toOffer(db, known, { uid: 'bea', now: expiresAt })).toMatchObject({ state: 'expired' })
  const answered = declineOffer(db, known.offer.id, answering('bea', NOW))
  if (answered.outcome !== 'answered') throw new Error(answered.outcome)
  expect(toOffer(db, answered, { uid: 'bea', now: NOW })).toMatchObject({ byOther: false })
  expect(toOffer(db, answered, { uid: 'ben', now: NOW })).toMatchObject({ byOther: true })
})
