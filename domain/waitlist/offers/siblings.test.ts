import { beforeEach, expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import {
  addChildOf,
  BY_ADMIN,
  type book,
  booked as bookedOn,
  WEIGHT_LOSS,
} from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { freedTimes, waitlistEntries } from '#drizzle/schema/index.ts'
import {
  addPatient,
  addTreatingDoctor,
  allOf,
  eventsOf,
  NOW,
} from '#drizzle/testing/seeded-database.ts'
import { acceptOffer, declineOffer } from '../answers/answer-offer.ts'
import { leaveWaitlist } from '../entries/join.ts'
import { passOn, runHandlers } from '../testing/run-handlers.ts'
import {
  answering,
  bookedBy,
  emailsOf,
  expectHealthy,
  freeOn,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'
import { offerByHand } from './offer-times.ts'

const DAY = '2027-03-05'
const SLOT = '09:00 AM - 09:30 AM'
const NEXT = '09:30 AM - 10:00 AM'

let db: Transaction

beforeEach(() => {
  db = waitingClinic()
})

const booked = (changes: Parameters<typeof book>[1] = {}) => bookedOn(db, { date: DAY, ...changes })

/** Bea's children, waiting together. */
function siblings(...names: string[]) {
  addPatient(db, 'bea')
  const children = names.map((name) => addChildOf(db, 'bea', name))
  return { children, entry: wait(db, 'bea', NOW, { children }) }
}

const timesOf = () =>
  openOffers(db)
    .toSorted((one, other) => one.startMinute - other.startMinute)
    .map(formatSlot)

it('holds a freed time with a free one beside it, and notifies the family once', () => {
  const row = booked()
  siblings('Mia', 'Ben')
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  expect(timesOf()).toEqual([SLOT, NEXT])
  const free = freeOn(db, 'Allergy Testing', DAY, NOW)
  expect(free).not.toContain(SLOT)
  expect(free).not.toContain(NEXT)
  expect(emailsOf(db, 'offer_made')).toHaveLength(1)
  expectHealthy(db)
})

it('holds concurrent times of two doctors', () => {
  const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  const row = booked({ doctor: ada })
  siblings('Mia', 'Ben')
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  expect(timesOf()).toEqual([SLOT, SLOT])
  expect(new Set(openOffers(db).map(({ doctorId }) => doctorId)).size).toBe(2)
})

it('goes to the next family when the times beside it are taken', () => {
  const row = booked()
  booked({ uid: 'other', slot: NEXT })
  booked({ uid: 'third', slot: '10:00 AM - 10:30 AM' })
  siblings('Mia', 'Ben')
  const cem = wait(db, 'cem', NOW)
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  expect(openOffers(db)).toMatchObject([{ entryId: cem.id }])
})

it('books all of them when the family accepts', () => {
  const row = booked()
  const { children } = siblings('Mia', 'Ben', 'Zoe')
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  const [offer] = openOffers(db)
  const accepted = acceptOffer(db, { id: offer?.id ?? '', version: 0 }, answering('bea', NOW))
  expect(accepted.outcome).toBe('answered')
  const rows = bookedBy(db, 'bea')
  expect(new Set(rows.map(({ childId }) => childId))).toEqual(new Set(children))
  expect(openOffers(db)).toEqual([])
  const states = allOf(db, waitlistEntries).map(({ state }) => state)
  expect(states).toEqual(['ended', 'ended', 'ended'])
  expect(acceptOffer(db, { id: offer?.id ?? '', version: 0 }, answering('bea', NOW)).outcome).toBe(
    'answered',
  )
  expect(bookedBy(db, 'bea')).toHaveLength(3)
  expectHealthy(db)
})

it('books none of them if one can no longer be booked', () => {
  const row = booked()
  siblings('Mia', 'Ben')
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  const [offer, second] = openOffers(db)
  // By now, the child has another appointment at that time.
  const entry = allOf(db, waitlistEntries).find(({ id }) => id === second?.entryId)
  booked({
    uid: 'bea',
    child: entry?.childId ?? '',
    ...WEIGHT_LOSS,
    slot: second ? formatSlot(second) : '',
  })
  const accepted = acceptOffer(db, { id: offer?.id ?? '', version: 0 }, answering('bea', NOW))
  expect(accepted.outcome).toBe('gone')
  expect(bookedBy(db, 'bea').map(({ treatment }) => treatment)).toEqual(['Weight Loss'])
  expect(openOffers(db)).toEqual([])
  expectHealthy(db)
})

it('ends all entries of a block when the family declines, does not answer or leaves the list', () => {
  const row = booked()
  const { entry } = siblings('Mia', 'Ben')
  cancelByClinic(db, row, BY_ADMIN)
  runHandlers(db, NOW)
  const [offer] = openOffers(db)
  expect(declineOffer(db, offer?.id ?? '', answering('bea', NOW)).outcome).toBe('answered')
  runHandlers(db, NOW)
  expect(openOffers(db)).toEqual([])
  expect(allOf(db, freedTimes).map(({ state }) => state)).toEqual(['public', 'public'])

  const again = booked({ uid: 'again' })
  cancelByClinic(db, again, BY_ADMIN)
  runHandlers(db, NOW)
  const [next] = openOffers(db)
  passOn(db, next?.expiresAt ?? NOW)
  expect(openOffers(db)).toEqual([])
  expect(emailsOf(db, 'offer_expired')).toHaveLength(1)

  leaveWaitlist(db, entry.id, { caller: { uid: 'bea', isStaff: false }, now: NOW })
  const left = allOf(db, waitlistEntries)
  expect(left.map(({ state }) => state)).toEqual(['ended', 'ended'])
  expect(left.map(({ id }) => eventsOf(db, id).at(-1)?.kind)).toEqual([
    'waitlist.left',
    'waitlist.left',
  ])
})

it('lets staff offer a block, too', () => {
  const { entry } = siblings('Mia', 'Ben')
  const time = { entryId: entry.id, date: DAY, startMinute: 11 * 60 }
  expect(offerByHand(db, time, BY_ADMIN).outcome).toBe('offered')
  expect(timesOf()).toContain('11:00 AM - 11:30 AM')
  expect(openOffers(db)).toHaveLength(2)
  expectHealthy(db)
})
