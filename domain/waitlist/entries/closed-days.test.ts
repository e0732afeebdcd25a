import { beforeEach, describe, expect, it } from 'vitest'
import { addClosure, removeClosure } from '#domain/schedule/closures.ts'
import { openSession, withdrawSession } from '#domain/schedule/extra-sessions.ts'
import { addChildOf, BY_ADMIN, booked } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { readSessions } from '#drizzle/queries/schedule/extra-sessions.ts'
import { findEntry, hasOfferToEnd } from '#drizzle/queries/waitlist/waitlist.ts'
import { closures } from '#drizzle/schema/index.ts'
import {
  addPatient,
  addTreatingDoctor,
  allOf,
  closeDays,
  eventsOf,
  NOW,
} from '#drizzle/testing/seeded-database.ts'
import { offerByHand } from '../offers/offer-times.ts'
import { passOn } from '../testing/run-handlers.ts'
import {
  answering,
  closeWithReoffers,
  closing,
  emailsOf,
  openOffers,
  wait,
  waitingClinic,
} from '../testing/waiting-clinic.ts'
import { endOverdue } from './entries.ts'
import { joinWaitlist, leaveWaitlist } from './join.ts'
import { readWaitingCalls } from './read-entries.ts'

// docs/requirements.md#closed-days

const HOUR = 3_600_000
/** A Friday. */
const DAY = '2027-03-05'
const NEXT_DAY = '2027-03-08'
const TODAY = '2027-03-01'

let db: Transaction

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'admin')
})

const days = (from = DAY, to = from) => ({ from, to })
const close = (date: string, doctorId: string | null = null) =>
  addClosure(db, { closure: closing(date, doctorId), appointments: 'list' }, BY_ADMIN)
const stateOf = ({ id }: { id: string }) => {
  const { state, endReason } = findEntry(db, id) ?? {}
  return { state, endReason }
}
const CLOSED = { state: 'ended', endReason: 'closed' }
const WAITING = { state: 'open', endReason: null }

describe('an entry whose days the clinic closes', () => {
  it('ends, with an email that names the next day with fitting times', () => {
    const entry = wait(db, 'bea', NOW, days())
    close(DAY)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
    expect(eventsOf(db, entry.id).at(-1)).toMatchObject({
      kind: 'waitlist.left',
      data: { reason: 'closed' },
    })
    expect(emailsOf(db, 'wait_closed')).toMatchObject([
      { uid: 'bea', data: { entryId: entry.id, next: NEXT_DAY } },
    ])
  })

  it('keeps its place while one of the days is open', () => {
    const first = wait(db, 'bea', NOW, days(DAY, NEXT_DAY))
    close(DAY)
    passOn(db, NOW)
    expect(stateOf(first)).toEqual(WAITING)
    close(NEXT_DAY)
    passOn(db, NOW)
    expect(stateOf(first)).toEqual(CLOSED)
  })

  it('ends on the day after which only closed days are left', () => {
    const entry = wait(db, 'bea', NOW, days(TODAY, '2027-03-02'))
    close('2027-03-02')
    // Between today's last time and midnight.
    passOn(db, new Date(NOW.getTime() + 14 * HOUR))
    expect(stateOf(entry)).toEqual(WAITING)
    passOn(db, new Date(NOW.getTime() + 17 * HOUR))
    expect(stateOf(entry)).toEqual(CLOSED)
  })

  it('ends once, however often and by however many processes it is checked', () => {
    const entries = ['bea', 'cem', 'dan'].map((uid) => wait(db, uid, NOW, days()))
    close(DAY)
    expect(() =>
      db.$client.transaction(() => {
        passOn(db, NOW)
        throw new Error('killed')
      })(),
    ).toThrow('killed')
    expect(entries.map(stateOf)).toEqual([WAITING, WAITING, WAITING])
    passOn(db, NOW)
    passOn(db, NOW)
    expect(entries.map(stateOf)).toEqual([CLOSED, CLOSED, CLOSED])
    expect(emailsOf(db, 'wait_closed')).toHaveLength(3)
    expect(entries.map(({ id }) => eventsOf(db, id).length)).toEqual([2, 2, 2])
  })

  it('is ended a few at a time', () => {
    for (let index = 0; index < 30; index += 1) wait(db, `family${index}`, NOW, days())
    close(DAY)
    const { now } = performance
    let passed = 0
    // Each reading of the clock takes a millisecond.
    performance.now = () => passed++
    try {
      expect(endOverdue(db, NOW)).toBe(false)
    } finally {
      performance.now = now
    }
    expect(emailsOf(db, 'wait_closed').length).toBeLessThan(30)
    passOn(db, NOW)
    expect(emailsOf(db, 'wait_closed')).toHaveLength(30)
  })

  it('leaves no work for the job if no entry is affected', () => {
    wait(db, 'bea', NOW, days(NEXT_DAY))
    close(DAY)
    const moment = { now: NOW, today: TODAY }
    expect(hasOfferToEnd(db, moment)).toBe(true)
    passOn(db, NOW)
    expect(hasOfferToEnd(db, moment)).toBe(false)
  })

  it('is not restored when the clinic reopens, but the family can join again', () => {
    const entry = wait(db, 'bea', NOW, days())
    close(DAY)
    passOn(db, NOW)
    removeClosure(db, allOf(db, closures)[0]?.id ?? '', BY_ADMIN)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
    expect(stateOf(wait(db, 'bea', NOW, days()))).toEqual(WAITING)
  })

  it('ends for siblings together, with one email to each guardian about all of them', () => {
    addPatient(db, 'bea')
    const children = ['Mia', 'Ben'].map((name) => addChildOf(db, 'bea', name))
    const entry = wait(db, 'bea', NOW, { ...days(), children })
    close(DAY)
    passOn(db, NOW)
    expect(emailsOf(db, 'wait_closed')).toMatchObject([{ uid: 'bea', data: { entryId: entry.id } }])
    const left = db.$client
      .prepare("select count(*) from waitlist_entries where end_reason = 'closed'")
      .pluck()
    expect(left.get()).toBe(2)
  })

  it('ends if it waits for a sooner time, too, and the appointment stays', () => {
    const own = booked(db, { uid: 'bea', date: '2027-03-10' })
    const entry = wait(db, 'bea', NOW, { ...days(DAY), appointment: own.id })
    close(DAY)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
    expect(db.$client.prepare('select status from appointments').pluck().all()).toEqual(['booked'])
  })

  it('is kept until an offer on another day is answered', () => {
    const entry = wait(db, 'bea', NOW, { ...days(DAY, NEXT_DAY), weekdays: [5] })
    const time = { entryId: entry.id, date: NEXT_DAY, startMinute: 540 }
    expect(offerByHand(db, time, { actor: 'admin', now: NOW }).outcome).toBe('offered')
    close(DAY)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(WAITING)
    expect(openOffers(db)).toHaveLength(1)
    passOn(db, new Date(NOW.getTime() + 30 * HOUR))
    expect(stateOf(entry)).toEqual(CLOSED)
  })

  it('does not apply to re-offers, which end with their answers', () => {
    booked(db, { uid: 'bea', date: DAY })
    closeWithReoffers(db, closing(DAY))
    passOn(db, NOW)
    expect(openOffers(db)).toHaveLength(1)
    expect(emailsOf(db, 'wait_closed')).toEqual([])
  })
})

describe('an entry whose last possible day is taken', () => {
  it('the absence of the wanted doctor ends it, and only entries for that doctor', () => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    const wantsAda = wait(db, 'bea', NOW, { ...days(), doctor: ada })
    const wantsAny = wait(db, 'cem', NOW, days())
    close(DAY, ada)
    passOn(db, NOW)
    expect([stateOf(wantsAda), stateOf(wantsAny)]).toEqual([CLOSED, WAITING])
  })

  it('so does the end of an extra session', () => {
    closeDays(db, DAY)
    const times = { date: '2027-03-06', fromMinute: 540, toMinute: 720 }
    const session = { doctorId: null, ...times, everyMinutes: null, priceCents: null }
    expect(openSession(db, { ...session, treatmentIds: [] }, BY_ADMIN)).toBe('opened')
    const entry = wait(db, 'bea', NOW, days('2027-03-06'))
    withdrawSession(db, { id: readSessions(db)[0]?.id ?? '' }, BY_ADMIN)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
  })

  it.each([
    [
      'other weekdays of the treatment',
      "update treatments set weekdays = 2 where name = 'Allergy Testing'",
    ],
    [
      'a treatment that is no longer given',
      "update treatments set active = 0 where name = 'Allergy Testing'",
    ],
    ['hours that end', 'delete from hours_spans'],
    ['afternoons without hours', 'update hours_spans set to_minute = 720 where to_minute > 720'],
  ])('%s', (_name, change) => {
    const entry = wait(db, 'bea', NOW, { ...days(), part: 'afternoon' })
    db.$client.exec(change)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
  })

  it('so does a doctor who no longer gives the treatment', () => {
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    addTreatingDoctor(db, 'Benno', 'Allergy Testing')
    const entry = wait(db, 'bea', NOW, { ...days(), doctor: ada })
    db.$client.prepare('delete from doctor_treatments where doctor_id = ?').run(ada)
    passOn(db, NOW)
    expect(stateOf(entry)).toEqual(CLOSED)
    expect(emailsOf(db, 'wait_closed')).toMatchObject([{ data: { next: null } }])
  })
})

describe('the families to call', () => {
  const called = () =>
    readWaitingCalls(db, { today: TODAY, now: NOW }).map(({ family }) => family.name)

  it('are the families that no email reaches, until their days are over or they join again', () => {
    db.$client.exec(`insert into desk_families (id, name, phone, created_by, created_at)
      values ('gia', 'Gia', '555 0100', 'admin', 0)`)
    const request = { treatment: 'Allergy Testing', ...days(), weekdays: [5], part: 'any' as const }
    const join = (to = DAY) =>
      joinWaitlist(db, { family: 'gia', ...request, to }, { actor: 'admin', now: NOW })
    expect(join().outcome).toBe('joined')
    wait(db, 'bea', NOW, days())
    close(DAY)
    passOn(db, NOW)
    expect(called()).toEqual(['Gia'])
    expect(readWaitingCalls(db, { today: '2027-03-06', now: NOW })).toEqual([])
    const again = join('2027-03-12')
    expect(called()).toEqual([])
    if (again.outcome !== 'joined') throw new Error(again.outcome)
    leaveWaitlist(db, again.entry.id, answering('admin', NOW, true))
    // Families whose email could not be sent are listed to call, too.
    db.$client.exec("update notifications set state = 'failed' where kind = 'wait_closed'")
    expect(called()).toEqual(['Gia', 'bea'])
  })
})
