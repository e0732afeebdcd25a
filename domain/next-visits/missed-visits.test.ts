import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { changeAttendance } from '#domain/front-desk/attendance.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import {
  addChildOf,
  BY_ADMIN,
  booked,
  byFamily,
  MOMENT,
  TIME_ZONE,
  WEIGHT_LOSS,
} from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { insertAlert } from '#drizzle/queries/front-desk/alerts.ts'
import { listPlanRows, readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { countDueCalls, listDueCalls } from '#drizzle/queries/next-visits/due-calls.ts'
import { findTicket } from '#drizzle/queries/next-visits/tickets.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import { events, notifications, pastVisits, tickets, treatments } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { emailsOf, wait, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket } from './answer-ticket.ts'
import { readAskable } from './ask-due.ts'
import { askFamilies } from './ask-families.ts'
import { changeCheckUpPlan } from './check-up-plan.ts'
import { lookAtChildren } from './due-children.ts'

/** Tuesday at 10:00, an hour after the appointment. */
const AFTER_IT = new Date('2027-03-02T15:00:00Z')
/** 10:00 on the days on which emails ask; the clocks change before the last one. */
const ASKS = ['2027-03-03T15:00:00Z', '2027-03-10T15:00:00Z', '2027-03-17T14:00:00Z'] as const
const FIRST = new Date(ASKS[0])

let db: Transaction
let mia: string
/** Mia’s appointment on Tuesday. */
let visit: string

const treatment = (name: string) => allOf(db, treatments).find((one) => one.name === name)?.id ?? ''

function plan(isOn = true) {
  const rows = [
    { ageMonths: 72, fromDays: 0, toDays: 360, treatment: treatment('Allergy Testing') },
  ]
  const { version } = readPlanState(db)
  const wanted = { isOn, isAutomatic: false, hasNoPastVisits: true, rows, version }
  expect(changeCheckUpPlan(db, wanted, BY_ADMIN)).toBeUndefined()
}

function attend(to: 'no_show' | 'expected', id = visit, now = AFTER_IT) {
  const clock = createClinicClock({ timeZone: TIME_ZONE, horizonDays: 90 }, () => now)
  const version = findAppointment(db, id)?.version ?? 0
  const step = { id, version, to, actor: 'desk' }
  return changeAttendance(db, step, clock, DEFAULT_SETTINGS).outcome
}

const missed = () => allOf(db, tickets).filter(({ origin }) => origin === 'missed')
const asked = () => emailsOf(db, 'visit_missed').map(({ uid }) => uid)

function read(kind: 'visit_missed' | 'ticket_opened' = 'visit_missed', now = FIRST) {
  const row = allOf(db, notifications).findLast((one) => one.kind === kind)
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => '',
    recallUrl: () => '',
    claimUrl: () => '',
  }
  return readSubject(reader, row as NotificationOf<'visit_missed'>, now)
}

beforeEach(() => {
  db = waitingClinic()
  for (const uid of ['anna', 'desk']) addPatient(db, uid)
  mia = addChildOf(db, 'anna', 'Mia')
  visit = booked(db, { child: mia }).id
  plan()
})

describe('a no-show', () => {
  it('asks the family to book the visit of the plan from the next day on', () => {
    expect(attend('no_show')).toBe('changed')
    expect(missed()).toMatchObject([
      {
        childId: mia,
        treatmentId: treatment('Allergy Testing'),
        fromDate: '2027-03-03',
        dueDate: '2027-03-03',
        toDate: '2027-03-24',
        afterAppointmentId: visit,
        nextAskAt: FIRST,
        openedBy: null,
      },
    ])
  })

  it('asks for none while the plan is off, and for no other treatment', () => {
    plan(false)
    attend('no_show')
    plan()
    const other = booked(db, { child: mia, date: '2027-03-03', ...WEIGHT_LOSS })
    attend('no_show', other.id, new Date('2027-03-03T15:00:00Z'))
    expect(missed()).toEqual([])
  })

  it('asks for none when the child has another appointment for it, or is asked already', () => {
    booked(db, { child: mia, date: '2027-03-04' })
    attend('no_show')
    expect(missed()).toEqual([])
  })

  it('succeeds although the family cannot be asked', () => {
    db.$client.exec(`CREATE TRIGGER fail BEFORE INSERT ON tickets
      BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`)
    expect(attend('no_show')).toBe('changed')
    expect(findAppointment(db, visit)?.attendance).toBe('no_show')
    expect(missed()).toEqual([])
  })

  it('that is undone asks for nothing; recorded again, it asks with the same ticket', () => {
    attend('no_show')
    attend('expected')
    expect(missed()).toMatchObject([{ state: 'withdrawn', nextAskAt: null, endedBy: 'desk' }])
    attend('no_show')
    expect(missed()).toMatchObject([{ state: 'open', nextAskAt: FIRST }])
    const kinds = allOf(db, events).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('ticket.'))).toEqual([
      'ticket.opened',
      'ticket.ended',
      'ticket.reopened',
    ])
  })

  it('that is recorded again does not ask a family that has answered', () => {
    attend('no_show')
    const context = { caller: { uid: 'anna', isStaff: false }, moment: MOMENT, now: AFTER_IT }
    answerTicket(db, missed()[0]?.id ?? '', { answer: 'declined' }, context)
    attend('expected')
    attend('no_show')
    expect(missed()).toMatchObject([{ state: 'declined' }])
  })
})

describe('the family is asked about a missed visit', () => {
  it('three times, a week apart, at ten in the morning', () => {
    attend('no_show')
    askFamilies(db, new Date(FIRST.getTime() - 1))
    expect(asked()).toEqual([])
    for (const [index, time] of ASKS.entries()) {
      askFamilies(db, new Date(Date.parse(time) - 1))
      expect(asked()).toHaveLength(index)
      askFamilies(db, new Date(time))
      expect(asked()).toHaveLength(index + 1)
    }
    askFamilies(db, new Date('2027-04-10T14:00:00Z'))
    expect(asked()).toHaveLength(3)
  })

  it('on other days when an admin has set them', () => {
    const details = { missedAskDays: 3, secondAskDays: 2, thirdAskDays: 4 }
    storeSettings(db, { details, seen: readStoredSettings(db).version })
    attend('no_show')
    const first = new Date('2027-03-05T15:00:00Z')
    const days = { fromDate: '2027-03-03', dueDate: '2027-03-05', toDate: '2027-03-26' }
    expect(missed()).toMatchObject([{ ...days, nextAskAt: first }])
    // Undone and recorded again, it does not ask earlier.
    attend('expected')
    attend('no_show')
    for (const time of [first, '2027-03-07T15:00:00Z', '2027-03-11T15:00:00Z']) {
      expect(missed()[0]?.nextAskAt).toEqual(new Date(time))
      askFamilies(db, new Date(time))
    }
    expect(missed()).toMatchObject([{ asked: 3, nextAskAt: null }])
    expect(asked()).toHaveLength(3)
  })

  it('by one email about all children that missed theirs', () => {
    const ben = addChildOf(db, 'anna', 'Ben')
    const other = booked(db, { child: ben, slot: '11:00 AM - 11:30 AM' }).id
    attend('no_show')
    attend('no_show', other, new Date('2027-03-02T17:00:00Z'))
    askFamilies(db, FIRST)
    expect(asked()).toEqual(['anna'])
    expect(read()).toMatchObject({
      subject: { visits: [{ child: { name: 'Mia' } }, { child: { name: 'Ben' } }] },
    })
    booked(db, { child: ben, date: '2027-03-05' })
    expect(read()).toMatchObject({ subject: { visits: [{ child: { name: 'Mia' } }] } })
    attend('expected')
    expect(read()).toMatchObject({ outcome: 'drop', reason: 'nothing_left' })
  })

  it('not while the child has an appointment or waits for a time', () => {
    attend('no_show')
    const other = booked(db, { child: mia, date: '2027-03-05', ...WEIGHT_LOSS })
    askFamilies(db, FIRST)
    expect(asked()).toEqual([])
    cancelByFamily(db, { id: other.id, version: 0, refundCents: 0 }, byFamily('anna'))
    wait(db, 'anna', NOW, { child: mia })
    askFamilies(db, new Date('2027-03-04T15:00:00Z'))
    expect(asked()).toEqual([])
    expect(missed()[0]).toMatchObject({ asked: 0, nextAskAt: new Date('2027-03-05T15:00:00Z') })
  })

  it('by a call where custody has an alert', () => {
    attend('no_show')
    const alert = { id: 'alert', version: 1, childId: mia, text: 'Ask first' }
    const days = { today: '2027-03-03', lastDay: MOMENT.lastDay }
    expect(countDueCalls(db, days)).toBe(0)
    insertAlert(db, { ...alert, kind: 'custody', writtenBy: 'desk', writtenAt: NOW })
    askFamilies(db, FIRST)
    expect(asked()).toEqual([])
    expect(listDueCalls(db, days, 10)).toMatchObject([{ isInCustody: true }])
    insertAlert(db, {
      ...alert,
      ...{ version: 2, text: '', kind: 'custody', writtenBy: 'desk', writtenAt: NOW },
    })
    expect(countDueCalls(db, days)).toBe(0)
  })

  it('not a second time on a day, also about other visits', () => {
    attend('no_show')
    askFamilies(db, FIRST)
    const [email] = allOf(db, notifications).filter(({ kind }) => kind === 'visit_missed')
    if (!email) throw new Error('There is no email.')
    const other = { ...email, kind: 'visits_due' as const }
    db.insert(notifications)
      .values({ ...other, id: 'other', dedupeKey: 'other', state: 'sent', sentAt: FIRST })
      .run()
    const tomorrow = new Date('2027-03-04T15:00:00Z')
    expect(read()).toEqual({ outcome: 'wait', until: tomorrow })
    expect(read('visit_missed', tomorrow)).toMatchObject({ outcome: 'send' })
  })

  it('and the check-up plan does not ask for it, too', () => {
    db.insert(pastVisits)
      .values({
        id: 'past',
        childId: mia,
        date: '2026-05-05',
        treatmentId: treatment('Weight Loss'),
        createdAt: NOW,
      })
      .run()
    const [today, later] = ['2027-03-03', '2027-04-25']
    const look = () => lookAtChildren(db, { plan: listPlanRows(db), today, after: '' }, NOW)
    attend('no_show')
    look()
    expect(readAskable(db, [mia], { today })).toEqual([])
    const { id } = missed()[0] ?? { id: '' }
    const context = { caller: { uid: 'anna', isStaff: false }, moment: MOMENT, now: AFTER_IT }
    answerTicket(db, id, { answer: 'declined' }, context)
    expect(readAskable(db, [mia], { today: later })).toEqual([])
    db.delete(tickets).run()
    expect(readAskable(db, [mia], { today: later })).toHaveLength(1)
  })
})

describe('a booking that is canceled', () => {
  it('goes on asking on the next morning, three times in all', () => {
    attend('no_show')
    const cancelAt = (now: Date, today: string) => {
      const moment = { ...MOMENT, today }
      const again = booked(db, { child: mia, date: '2027-03-19' }, moment).id
      expect(missed()[0]?.state).toBe('booked')
      const context = byFamily('anna', { moment, now })
      cancelByFamily(db, { id: again, version: 0, refundCents: 0 }, context)
      return missed()[0]
    }
    // Before the first email: it is sent as planned.
    expect(cancelAt(AFTER_IT, '2027-03-02')).toMatchObject({ state: 'open', nextAskAt: FIRST })
    askFamilies(db, FIRST)
    const nextWeek = { asked: 1, nextAskAt: new Date(ASKS[1]) }
    expect(cancelAt(new Date('2027-03-03T16:00:00Z'), '2027-03-03')).toMatchObject(nextWeek)
    for (const time of ASKS.slice(1)) askFamilies(db, new Date(time))
    const done = { state: 'open', asked: 3, nextAskAt: null }
    expect(cancelAt(new Date('2027-03-17T16:00:00Z'), '2027-03-17')).toMatchObject(done)
  })

  it('asks again for a visit that staff have asked for', () => {
    const ticket = {
      id: 'by staff',
      childId: mia,
      treatmentId: treatment('Weight Loss'),
      ...{ fromDate: '2027-03-08', dueDate: '2027-03-15', toDate: '2027-03-30' },
      ...{ origin: 'visit' as const, nextAskAt: NOW, openedAt: NOW },
    }
    db.insert(tickets).values(ticket).run()
    askFamilies(db, NOW)
    expect(findTicket(db, ticket.id)).toMatchObject({ asked: 1, nextAskAt: null })
    const again = booked(db, { child: mia, date: '2027-03-15', ...WEIGHT_LOSS })
    cancelByFamily(db, { id: again.id, version: 0, refundCents: 0 }, byFamily('anna'))
    expect(findTicket(db, ticket.id)?.nextAskAt).toEqual(new Date('2027-03-02T15:00:00Z'))
    // Mia has an appointment on Tuesday.
    askFamilies(db, AFTER_IT)
    expect(emailsOf(db, 'ticket_opened')).toHaveLength(1)
    cancelByFamily(db, { id: visit, version: 0, refundCents: 0 }, byFamily('anna'))
    askFamilies(db, FIRST)
    expect(emailsOf(db, 'ticket_opened')).toHaveLength(2)
    expect(read('ticket_opened')).toMatchObject({ outcome: 'send' })
  })
})
