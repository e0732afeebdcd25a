import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { addClosure, removeClosure } from '#domain/schedule/closures.ts'
import { addChildOf, BY_ADMIN, booked } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { freedTimes, guardianships, offers, users, waitlistEntries } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { acceptOffer, declineOffer } from '../answers/answer-offer.ts'
import { joinWaitlist } from '../entries/join.ts'
import { runHandlers } from '../testing/run-handlers.ts'
import {
  answering,
  closing,
  emailsOf,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'

const DAY = '2027-03-05'

let db: Transaction

beforeEach(() => {
  db = waitingClinic()
})

/** Frees the day's first time. */
function freeTime() {
  cancelByClinic(db, booked(db, { date: DAY }), { actor: 'admin', now: NOW })
  runHandlers(db, NOW)
}

function familyOf(entryId: string | undefined) {
  return allOf(db, waitlistEntries).find(({ id }) => id === entryId)?.uid
}

it('lets a family wait for at most five treatments', () => {
  const treatments = [
    'Parenatal/Newborn',
    'Vaccinations/Immunizations',
    'Nutrition Services',
    'Development Delay',
    'Allergy Testing',
  ]
  for (const treatment of treatments) wait(db, 'bea', NOW, { treatment })
  const days = { from: DAY, to: DAY, weekdays: [5], part: 'any' as const }
  const request = { family: 'bea', treatment: 'Weight Loss', phone: '555 0100', ...days }
  expect(joinWaitlist(db, request, { actor: 'bea', now: NOW })).toEqual({
    outcome: 'too_many',
    limit: 5,
  })
})

it('skips a family whose address bounces', () => {
  wait(db, 'bea', NOW)
  wait(db, 'cem', new Date(NOW.getTime() + 1))
  const bounced = { bouncedEmail: 'bea@example.com' }
  db.update(users).set(bounced).where(eq(users.uid, 'bea')).run()
  freeTime()
  expect(familyOf(openOffers(db)[0]?.entryId)).toBe('cem')
})

it('is public after eight offers', () => {
  const families = Array.from({ length: 9 }, (_, index) => `family${index}`)
  for (const [index, family] of families.entries()) {
    wait(db, family, new Date(NOW.getTime() + index))
  }
  freeTime()
  const asked = families.slice(0, 8).map((family) => {
    const [offer] = openOffers(db)
    declineOffer(db, offer?.id ?? '', answering(family, NOW))
    runHandlers(db, NOW)
    return familyOf(offer?.entryId)
  })
  expect(asked).toEqual(families.slice(0, 8))
  expect(openOffers(db)).toEqual([])
  expect(db.select().from(freedTimes).get()?.state).toBe('public')
})

it('asks 60 families in their order when weeks are opened and all decline', () => {
  const families = Array.from({ length: 60 }, (_, index) => `family${index}`)
  const entries = families.map((family, index) => wait(db, family, new Date(NOW.getTime() + index)))
  const nameOf = new Map(entries.map(({ id, uid }) => [id, uid ?? '']))
  const closure = { ...closing(DAY), toDate: '2027-03-12', toMinute: 720 }
  const added = addClosure(db, { closure, appointments: 'list' }, BY_ADMIN)
  removeClosure(db, added.outcome === 'closed' ? added.id : '', BY_ADMIN)
  runHandlers(db, NOW)
  for (let open = openOffers(db); open.length > 0; open = openOffers(db)) {
    expect(new Set(open.map(({ entryId }) => entryId)).size).toBe(open.length)
    for (const { id, entryId } of open) {
      declineOffer(db, id, answering(nameOf.get(entryId) ?? '', NOW))
    }
    runHandlers(db, NOW)
  }
  const asked = allOf(db, offers).map(({ entryId }) => nameOf.get(entryId))
  expect([...new Set(asked)]).toEqual(families)
  for (const times of Map.groupBy(asked, (family) => family).values()) {
    expect(times.length).toBeLessThanOrEqual(2)
  }
})

it('asks every guardian who may book; the first who accepts decides, and the others are informed', () => {
  for (const uid of ['bea', 'ben', 'gia']) addPatient(db, uid)
  const childId = addChildOf(db, 'bea', 'Mia')
  const rights = { mayPay: false, receivesEmail: true, createdAt: NOW }
  db.insert(guardianships)
    .values([
      { childId, uid: 'ben', mayBook: true, ...rights },
      { childId, uid: 'gia', mayBook: false, ...rights },
    ])
    .run()
  wait(db, 'bea', NOW, { child: childId })
  freeTime()
  const [offer] = openOffers(db)
  if (!offer) throw new Error('No offer was made.')
  const recipients = (kind: NotificationKind) => emailsOf(db, kind).map(({ uid }) => uid)
  expect(recipients('offer_made')).toEqual(['bea', 'ben'])
  const wanted = { id: offer.id, version: 0 }
  expect(acceptOffer(db, wanted, answering('gia', NOW)).outcome).toBe('not_found')
  const own = { ...wanted, contact: { phone: '555 0199', address: '2 Main Street' } }
  expect(acceptOffer(db, own, answering('ben', NOW)).outcome).toBe('answered')
  const late = acceptOffer(db, wanted, answering('bea', NOW))
  if (late.outcome !== 'gone') throw new Error(late.outcome)
  expect(late.offer).toMatchObject({ state: 'accepted', answeredBy: 'ben' })
  expect(recipients('offer_answered')).toEqual(['bea'])
})
