import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByClinic, cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { addClosure, removeClosure } from '#domain/schedule/closures.ts'
import { openSession, withdrawSession } from '#domain/schedule/extra-sessions.ts'
import { impactOf } from '#domain/schedule/schedule-conflicts.ts'
import {
  BY_ADMIN,
  book,
  booked as bookedOn,
  byFamily,
  TUESDAY,
  WEIGHT_LOSS,
} from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { readSessions } from '#drizzle/queries/schedule/extra-sessions.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { freedTimes, notifications } from '#drizzle/schema/index.ts'
import {
  addPatient,
  addTreatingDoctor,
  allOf,
  closeDays,
  eventsOf,
  NOW,
} from '#drizzle/testing/seeded-database.ts'
import { writeAtOnce } from '#drizzle/write-transaction.ts'
import { acceptOffer, declineOffer } from '../answers/answer-offer.ts'
import { passOn, runHandlers } from '../testing/run-handlers.ts'
import {
  answering,
  bookedBy,
  closing,
  expectHealthy,
  freeOn,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'
import { joinWaitlist } from './join.ts'

const HOUR = 3_600_000
const later = (ms: number) => new Date(NOW.getTime() + ms)
const SLOT = '09:00 AM - 09:30 AM'
/** Three days ahead: its offers last an hour, and after two of them the time is public. */
const DAY = '2027-03-05'
const by = (now: Date) => ({ actor: 'admin', now })

let db: Transaction

beforeEach(() => {
  db = waitingClinic()
})

const booked = (changes: Parameters<typeof book>[1] = {}) => bookedOn(db, { date: DAY, ...changes })

/** The only open offer once the jobs have run. */
function onlyOffer(now = NOW) {
  runHandlers(db, now)
  const [offer, ...others] = openOffers(db)
  if (!offer || others.length > 0) throw new Error(`${others.length + (offer ? 1 : 0)} open offers`)
  return offer
}

const familyOf = (entryId: string) => findEntry(db, entryId)?.uid

function freed(...families: string[]) {
  const row = booked()
  for (const [index, family] of families.entries()) wait(db, family, later(index))
  cancelByClinic(db, row, by(NOW))
}

describe('a time that a cancellation frees', () => {
  it('is held for the family that has waited longest, and no other can book it', () => {
    freed('bea', 'cem')
    expect(freeOn(db, 'Allergy Testing', DAY, NOW)).not.toContain(SLOT)
    const offer = onlyOffer()
    expect(familyOf(offer.entryId)).toBe('bea')
    expect(offer.expiresAt).toEqual(later(4 * HOUR))
    expect(freeOn(db, 'Allergy Testing', DAY, NOW)).not.toContain(SLOT)
    for (let stranger = 0; stranger < 200; stranger += 1) {
      expect(book(db, { uid: `stranger${stranger}`, date: DAY }).outcome).toBe('slot_taken')
    }
    expect(allOf(db, notifications).map(({ kind, uid }) => [kind, uid])).toContainEqual([
      'offer_made',
      'bea',
    ])
  })

  it('is public at once if no family waits', () => {
    freed()
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
    expect(freeOn(db, 'Allergy Testing', DAY, NOW)).toContain(SLOT)
  })

  it('is public at once at night, and less than 90 minutes before its start', () => {
    const night = new Date('2027-03-02T02:00:00Z')
    const row = booked()
    const soon = booked({ uid: 'dora', date: TUESDAY })
    wait(db, 'bea', NOW)
    cancelByClinic(db, row, by(night))
    runHandlers(db, night)
    const morning = new Date('2027-03-02T13:00:00Z')
    cancelByClinic(db, soon, by(morning))
    runHandlers(db, morning)
    expect(openOffers(db)).toEqual([])
    expect(allOf(db, freedTimes).map(({ state }) => state)).toEqual(['public', 'public'])
  })

  it('goes to the next family after a decline, and after the time for which it is held', () => {
    freed('bea', 'cem', 'dora')
    const first = onlyOffer()
    expect(declineOffer(db, first.id, answering('bea', NOW)).outcome).toBe('answered')
    const second = onlyOffer()
    expect(familyOf(second.entryId)).toBe('cem')
    passOn(db, new Date(second.expiresAt.getTime() - 1))
    expect(onlyOffer().id).toBe(second.id)
    passOn(db, second.expiresAt)
    expect(findOffer(db, second.id)?.state).toBe('expired')
    expect(familyOf(onlyOffer().entryId)).toBe('dora')
    expectHealthy(db)
  })

  it('is public when half of the remaining time is over', () => {
    freed('bea', 'cem')
    onlyOffer()
    passOn(db, later(49 * HOUR))
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
    expect(freeOn(db, 'Allergy Testing', DAY, later(49 * HOUR))).toContain(SLOT)
  })

  it('can be booked by anyone once its offer has ended, without a job', () => {
    freed('bea')
    const { id, expiresAt } = onlyOffer()
    db.$client.prepare('update offers set expires_at = ?').run(NOW.getTime())
    expect(book(db, { uid: 'stranger', date: DAY }).outcome).toBe('booked')
    expect(acceptOffer(db, { id, version: 0 }, answering('bea', NOW)).outcome).toBe('gone')
    passOn(db, expiresAt)
    expect(db.select().from(freedTimes).get()?.state).toBe('public')
  })

  it('never makes the cancellation fail', () => {
    const row = booked()
    wait(db, 'bea', NOW)
    db.$client.exec(`create temp trigger broken before insert on main.offers
      begin select raise(abort, 'broken'); end`)
    expect(writeAtOnce(db, (tx) => cancelByClinic(tx, row, by(NOW)))).toBe('cancelled')
    expect(findAppointment(db, row.id)?.status).toBe('cancelled')
    runHandlers(db, NOW)
    expect(freeOn(db, 'Allergy Testing', DAY, NOW)).toContain(SLOT)
    expect(allOf(db, freedTimes).map(({ state }) => state)).toEqual(['public'])
  })

  it('is offered before others can book it, even if the jobs are delayed', () => {
    freed('bea')
    expect(book(db, { uid: 'early', date: DAY })).toMatchObject({
      outcome: 'slot_taken',
      isHeld: true,
    })
    expect(openOffers(db)).toEqual([])
    db.$client.exec('update freed_times set hidden_until = 0')
    expect(freeOn(db, 'Allergy Testing', DAY, NOW)).toContain(SLOT)
    expect(book(db, { uid: 'late', date: DAY }).outcome).toBe('slot_taken')
    expect(familyOf(onlyOffer().entryId)).toBe('bea')
  })

  it('is refused by the database for every appointment until families were asked', () => {
    const row = booked()
    wait(db, 'bea', NOW)
    cancelByClinic(db, row, by(NOW))
    const again = () =>
      db.$client.exec("update appointments set status = 'booked', cancelled_at = null")
    expect(again).toThrow('overlap:not_offered')
  })
})

describe('the order in which families are asked', () => {
  it('starts with families whose appointment the clinic canceled, then urgent ones', () => {
    const row = booked()
    const other = booked({ uid: 'dora', slot: '10:00 AM - 10:30 AM' })
    cancelByClinic(db, other, by(NOW))
    runHandlers(db, NOW)
    wait(db, 'bea', NOW)
    wait(db, 'cem', later(1), { urgent: 'Cannot sleep' })
    wait(db, 'dora', later(2))
    cancelByClinic(db, row, by(NOW))
    const order = ['dora', 'cem', 'bea'].map((family) => {
      const offer = onlyOffer()
      expect(familyOf(offer.entryId)).toBe(family)
      return declineOffer(db, offer.id, answering(family, NOW)).outcome
    })
    expect(order).toEqual(['answered', 'answered', 'answered'])
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
  })

  it('skips families that are busy, want other days or another doctor, or need more notice', () => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing', 'Weight Loss')
    const benno = addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    const row = booked({ doctor: ada })
    book(db, {
      uid: 'busy',
      date: DAY,
      ...WEIGHT_LOSS,
      slot: '09:15 AM - 09:45 AM',
    })
    booked({ uid: 'busy', doctor: benno, treatment: 'Allergy Testing' })
    const requests = {
      mondays: { weekdays: [1] },
      evenings: { part: 'afternoon' as const },
      notice: { noticeMinutes: 6 * 24 * 60 },
      late: { from: '2027-03-06' },
      other: { doctor: benno },
    }
    for (const [family, request] of Object.entries(requests)) wait(db, family, NOW, request)
    wait(db, 'bea', later(9), { doctor: ada })
    cancelByClinic(db, row, by(NOW))
    expect(familyOf(onlyOffer().entryId)).toBe('bea')
  })

  it('puts families that declined this very time after all others', () => {
    freed('bea', 'cem')
    wait(db, 'dora', later(5))
    declineOffer(db, onlyOffer().id, answering('bea', NOW))
    const { id } = onlyOffer()
    expect(acceptOffer(db, { id, version: 0 }, answering('cem', NOW)).outcome).toBe('answered')
    const [row] = bookedBy(db, 'cem')
    if (!row) throw new Error('Nothing is booked.')
    cancelByClinic(db, row, by(NOW))
    const again = onlyOffer()
    expect(familyOf(again.entryId)).toBe('dora')
    declineOffer(db, again.id, answering('dora', NOW))
    expect(familyOf(onlyOffer().entryId)).toBe('bea')
  })

  it('asks a family at most twice a day, and pauses it after two offers without an answer', () => {
    const slots = [SLOT, '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']
    const rows = slots.map((slot, index) => booked({ uid: `own${index}`, slot }))
    const entry = wait(db, 'bea', NOW)
    const [first, second, third] = rows
    if (!first || !second || !third) throw new Error('Nothing is booked.')
    cancelByClinic(db, first, by(NOW))
    declineOffer(db, onlyOffer().id, answering('bea', NOW))
    cancelByClinic(db, second, by(NOW))
    declineOffer(db, onlyOffer().id, answering('bea', NOW))
    cancelByClinic(db, third, by(NOW))
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
    const again = [0, 1].map((index) => booked({ uid: `again${index}`, slot: slots[index] ?? '' }))
    for (const [index, row] of again.entries()) {
      const at = later((26 + 2 * index) * HOUR)
      cancelByClinic(db, row, by(at))
      runHandlers(db, at)
      passOn(db, later((27.5 + 2 * index) * HOUR))
    }
    expect(eventsOf(db, entry.id).map(({ kind }) => kind)).toEqual([
      'waitlist.joined',
      'waitlist.paused',
    ])
  })
})

describe('accepting', () => {
  it('books the time at the price of its day, until the last millisecond, and once', () => {
    freed('bea', 'cem')
    const { id, expiresAt } = onlyOffer()
    const last = new Date(expiresAt.getTime() - 1)
    const accepted = acceptOffer(db, { id, version: 0 }, answering('bea', last))
    expect(accepted).toMatchObject({
      outcome: 'answered',
      offer: { state: 'accepted' },
      entry: { state: 'ended' },
    })
    expect(acceptOffer(db, { id, version: 0 }, answering('bea', last)).outcome).toBe('answered')
    expect(bookedBy(db, 'bea')).toMatchObject([{ date: DAY, startMinute: 540, priceCents: 110_00 }])
    expectHealthy(db)
  })

  it('fails after the end of the offer', () => {
    freed('bea')
    const { id, expiresAt } = onlyOffer()
    expect(acceptOffer(db, { id, version: 0 }, answering('bea', expiresAt)).outcome).toBe('gone')
  })

  it('moves the present appointment with its id, price and moves, and offers its old time', () => {
    const row = booked()
    const own = booked({ uid: 'bea', date: '2027-03-10' })
    wait(db, 'bea', NOW, { appointment: own.id })
    wait(db, 'cem', later(1), { from: '2027-03-10', to: '2027-03-10' })
    cancelByClinic(db, row, by(NOW))
    const { id } = onlyOffer()
    expect(acceptOffer(db, { id, version: 0 }, answering('bea', NOW)).outcome).toBe('answered')
    const { moves, paid, priceCents, terms } = own
    expect(findAppointment(db, own.id)).toMatchObject({
      date: DAY,
      version: own.version + 1,
      ...{ moves, paid, priceCents, terms },
    })
    const next = onlyOffer()
    expect(next).toMatchObject({ date: '2027-03-10', startMinute: own.startMinute })
    expect(familyOf(next.entryId)).toBe('cem')
  })

  it('offers no later time to a family that wants a sooner one', () => {
    const own = booked({ uid: 'bea', date: TUESDAY })
    const row = booked()
    wait(db, 'bea', NOW, { appointment: own.id })
    cancelByClinic(db, row, by(NOW))
    runHandlers(db, NOW)
    expect(openOffers(db)).toEqual([])
  })

  it('shows a new price before it is charged', () => {
    freed('bea')
    const { id } = onlyOffer()
    db.$client.prepare('update offers set price_cents = 9900').run()
    expect(acceptOffer(db, { id, version: 0 }, answering('bea', NOW))).toMatchObject({
      outcome: 'stale',
      offer: { priceCents: 110_00, version: 1 },
    })
    expect(acceptOffer(db, { id, version: 1 }, answering('bea', NOW)).outcome).toBe('answered')
  })

  it('is for the family and staff only', () => {
    freed('bea', 'cem')
    const { id } = onlyOffer()
    expect(acceptOffer(db, { id, version: 0 }, answering('cem', NOW)).outcome).toBe('not_found')
    expect(acceptOffer(db, { id, version: 0 }, answering('desk', NOW, true)).outcome).toBe(
      'answered',
    )
    expect(bookedBy(db, 'bea')).toHaveLength(1)
  })
})

describe('joining', () => {
  const request = (from: string, to: string) => ({
    ...{ family: 'bea', treatment: 'Allergy Testing', from, to, phone: '555 0100' },
    ...{ weekdays: [0, 1, 2, 3, 4, 5, 6], part: 'any' as const },
  })
  const join = (from: string, to: string) =>
    joinWaitlist(db, request(from, to), { actor: 'bea', now: NOW })

  it('is refused for days without times, with the next day that has some', () => {
    addPatient(db, 'bea')
    closeDays(db, DAY, '2027-03-08')
    expect(join(DAY, '2027-03-07')).toEqual({ outcome: 'closed', next: '2027-03-09' })
    expect(join('2027-03-06', '2027-03-06')).toEqual({ outcome: 'closed', next: '2027-03-09' })
    expect(join(DAY, '2027-03-09').outcome).toBe('joined')
  })

  it('is refused for the days on which the doctor is away', () => {
    addPatient(db, 'bea')
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    addClosure(db, { closure: closing(DAY, ada), appointments: 'list' }, BY_ADMIN)
    const wanted = { ...request(DAY, DAY), doctor: ada }
    const joined = joinWaitlist(db, wanted, { actor: 'bea', now: NOW })
    expect(joined).toEqual({ outcome: 'closed', next: '2027-03-08' })
    expect(join(DAY, DAY).outcome).toBe('joined')
  })
})

describe('an entry', () => {
  it('ends when the child has the treatment otherwise, and its offer goes to the next family', () => {
    freed('bea', 'cem')
    runHandlers(db, NOW)
    expect(book(db, { uid: 'bea', date: TUESDAY }).outcome).toBe('booked')
    expect(familyOf(onlyOffer().entryId)).toBe('cem')
  })

  it('ends when the family cancels the appointment that it wanted sooner', () => {
    const own = booked({ uid: 'bea', date: '2027-03-10' })
    const entry = wait(db, 'bea', NOW, { appointment: own.id })
    cancelByFamily(db, { id: own.id, version: 0, refundCents: 0 }, byFamily('bea'))
    expect(eventsOf(db, entry.id).at(-1)).toMatchObject({
      kind: 'waitlist.left',
      data: { reason: 'cancelled' },
    })
  })

  it('ends when its days are over', () => {
    const entry = wait(db, 'bea', NOW, { to: TUESDAY })
    passOn(db, later(48 * HOUR))
    expect(eventsOf(db, entry.id).at(-1)?.data).toEqual({ reason: 'over' })
  })
})

it('offers what a removed closure opens, and withdraws what a closure takes', () => {
  const closure = { ...closing(DAY), toMinute: 720 }
  const { fingerprint } = impactOf(db, [])
  const close = () => addClosure(db, { closure, appointments: 'cancel', fingerprint }, BY_ADMIN)
  close()
  wait(db, 'bea', NOW, { from: DAY, to: DAY })
  const [row] = db.$client.prepare<[], { id: string }>('select id from closures').all()
  removeClosure(db, row?.id ?? '', BY_ADMIN)
  expect(onlyOffer()).toMatchObject({ date: DAY, startMinute: 540 })
  close()
  runHandlers(db, NOW)
  expect(openOffers(db)).toEqual([])
  expectHealthy(db)
})

it('offers what the removal of an account cancels', () => {
  booked()
  addPatient(db, 'admin')
  wait(db, 'bea', NOW)
  removeAccount(db, { email: 'anna@example.com', ...BY_ADMIN })
  expect(familyOf(onlyOffer().entryId)).toBe('bea')
})

it('offers what an extra session opens, and withdraws it with the session', () => {
  const saturday = '2027-03-06'
  wait(db, 'bea', NOW, { from: DAY, to: saturday, weekdays: [5, 6] })
  closeDays(db, DAY)
  const time = { date: saturday, fromMinute: 540, toMinute: 720 }
  const session = {
    doctorId: null,
    ...time,
    treatmentIds: [],
    everyMinutes: null,
    priceCents: null,
  }
  expect(openSession(db, session, BY_ADMIN)).toBe('opened')
  expect(onlyOffer()).toMatchObject({ date: saturday, startMinute: 540 })
  const [row] = readSessions(db)
  withdrawSession(db, { id: row?.id ?? '' }, BY_ADMIN)
  runHandlers(db, NOW)
  expect(openOffers(db)).toEqual([])
})
