import { describe, expect, it } from 'vitest'
import { changeOf, type ReminderRules } from '#contract/clinic/clinic-settings.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { openClinic } from '../schedule/clinic-details.ts'
import { book, TIME_ZONE } from '../testing/booking.ts'
import { emailTest, HOUR } from '../testing/emails.ts'
import { testEnv } from '../testing/settings.ts'
import {
  addMissingReminders,
  afterQuietHours,
  planReminders,
  readReminderSettings,
} from './reminders.ts'
import type { ReminderSettings } from './settings.ts'

const settings: ReminderSettings = {
  reminders: [
    { key: 'three_days', daysBefore: 3, minute: 600 },
    { key: 'one_day', daysBefore: 1, minute: 960 },
  ],
  quietHours: { from: 1200, to: 480 },
  minimumAgeMs: 24 * HOUR,
}
const NEW_YORK = { timeZone: 'America/New_York', settings }
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

function clockWith(rules: Partial<ReminderRules>) {
  const db = seededDatabase()
  const details = JSON.stringify(rules)
  db.$client.prepare('UPDATE clinic_settings SET details = ?').run(details)
  return { ...NEW_YORK, settings: readReminderSettings(db) }
}

function plan(date: string, since = LONG_AGO, clock = NEW_YORK) {
  return planReminders(date, since, clock).map(({ key, dueAt }) => `${key} ${dueAt.toISOString()}`)
}

describe('planning reminders', () => {
  it.each([
    ['in winter', '2027-02-10', ['2027-02-07T15:00', '2027-02-09T21:00']],
    // Clocks are set forward on March 14 and back on November 7.
    ['over the change to summer time', '2027-03-15', ['2027-03-12T15:00', '2027-03-14T20:00']],
    ['over the change to winter time', '2027-11-09', ['2027-11-06T14:00', '2027-11-08T21:00']],
    ['over a new year', '2027-01-01', ['2026-12-29T15:00', '2026-12-31T21:00']],
  ])('is by the clinic’s wall clock %s', (_name, date, [three, one]) => {
    expect(plan(date)).toEqual([`three_days ${three}:00.000Z`, `one_day ${one}:00.000Z`])
  })

  it.each([
    ['2027-02-06T14:59:59Z', ['three_days', 'one_day']],
    ['2027-02-06T15:00:00Z', ['three_days', 'one_day']],
    ['2027-02-06T15:00:01Z', ['one_day']],
    ['2027-02-08T21:00:00Z', ['one_day']],
    ['2027-02-08T21:00:01Z', []],
  ])('has none for appointments booked less than a day before (at %s)', (booked, keys) => {
    expect(planReminders('2027-02-10', new Date(booked), NEW_YORK).map(({ key }) => key)).toEqual(
      keys,
    )
  })
})

describe('quiet hours', () => {
  it.each([
    ['2027-02-10T19:59:59-05:00', '2027-02-10T19:59:59-05:00'],
    ['2027-02-10T20:00:00-05:00', '2027-02-11T08:00:00-05:00'],
    ['2027-02-10T23:59:00-05:00', '2027-02-11T08:00:00-05:00'],
    ['2027-02-11T00:00:00-05:00', '2027-02-11T08:00:00-05:00'],
    ['2027-02-11T07:59:59-05:00', '2027-02-11T08:00:00-05:00'],
    ['2027-02-11T08:00:00-05:00', '2027-02-11T08:00:00-05:00'],
    ['2027-03-13T21:00:00-05:00', '2027-03-14T08:00:00-04:00'],
    ['2027-11-06T21:00:00-04:00', '2027-11-07T08:00:00-05:00'],
  ])('make %s wait until %s', (instant, end) => {
    expect(afterQuietHours(new Date(instant), NEW_YORK)).toEqual(new Date(end))
  })

  it.each([
    ['within a day', '12:00', '13:00', '12:30:00', '13:00:00'],
    ['within a day', '12:00', '13:00', '13:00:00', '13:00:00'],
    ['within a day', '12:00', '13:00', '11:59:00', '11:59:00'],
    ['none', '12:00', '12:00', '12:00:00', '12:00:00'],
  ])('may be %s (%s to %s)', (_name, quietFrom, quietUntil, time, end) => {
    const clock = clockWith({ quietFrom, quietUntil })
    const wait = afterQuietHours(new Date(`2027-02-10T${time}-05:00`), clock)
    expect(wait).toEqual(new Date(`2027-02-10T${end}-05:00`))
  })
})

describe('the clinic’s own reminders', () => {
  it.each<[string, Partial<ReminderRules>, string[]]>([
    [
      'other days and times',
      { firstReminderDays: 7, secondReminderTime: '12:30' },
      ['three_days 2027-02-03T15:00', 'one_day 2027-02-09T17:30'],
    ],
    ['one only', { firstReminderDays: 0 }, ['one_day 2027-02-09T21:00']],
    ['none', { firstReminderDays: 0, secondReminderDays: 0 }, []],
    [
      'the second one earlier',
      { secondReminderDays: 5 },
      ['one_day 2027-02-05T21:00', 'three_days 2027-02-07T15:00'],
    ],
  ])('may be %s', (_name, rules, expected) => {
    expect(plan('2027-02-10', LONG_AGO, clockWith(rules))).toEqual(
      expected.map((reminder) => `${reminder}:00.000Z`),
    )
  })
})

// NOW is Monday, March 1, 08:00 at the clinic.
const THURSDAY = '2027-03-04'
const [MONDAY_TEN, WEDNESDAY_FOUR] = ['2027-03-01T15:00:00.000Z', '2027-03-03T21:00:00.000Z']

/** Due reminders, soonest first: 'anna 2027-03-03T21:00:00.000Z'. */
function due(db: Transaction) {
  return listNotifications(db, { state: 'due', limit: 1_000 })
    .map(({ notification }) => notification)
    .filter(({ kind }) => kind === 'reminder')
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .map(({ uid, dueAt }) => `${uid} ${dueAt.toISOString()}`)
}

/** Makes all appointments look as if a version without emails had booked them a month ago. */
function makeOld(db: Transaction) {
  db.$client.exec(`
    DELETE FROM notifications;
    UPDATE appointments SET created_at = created_at - 30 * 86400000`)
}

describe('changing the settings', () => {
  /** Books an appointment a month ago; returns a function that changes the rules. */
  function start() {
    const test = emailTest()
    const { db } = test
    book(db, { date: THURSDAY })
    makeOld(db)
    addMissingReminders(db, NOW, TIME_ZONE)
    const clinic = openClinic(db, testEnv())
    return {
      ...test,
      change(rules: Partial<ReminderRules>, now: Date) {
        const current = changeOf(clinic.state(THURSDAY))
        clinic.change(db, { ...current, ...rules }, { actor: 'admin', now })
      },
    }
  }

  it.each<[string, Partial<ReminderRules>, string[]]>([
    ['nothing of the reminders', {}, [MONDAY_TEN, WEDNESDAY_FOUR]],
    ['a time', { secondReminderTime: '09:00' }, [MONDAY_TEN, '2027-03-03T14:00:00.000Z']],
    ['a day', { secondReminderDays: 2 }, [MONDAY_TEN, '2027-03-02T21:00:00.000Z']],
    ['the quiet hours', { quietFrom: '15:00' }, [MONDAY_TEN, '2027-03-04T13:00:00.000Z']],
    ['a time that has passed', { firstReminderTime: '07:30' }, [MONDAY_TEN, WEDNESDAY_FOUR]],
    ['the first one to none', { firstReminderDays: 0 }, [WEDNESDAY_FOUR]],
  ])('of %s gives due reminders their new times', (_name, rules, expected) => {
    const { db, change } = start()
    change(rules, NOW)
    expect(due(db)).toEqual(expected.map((time) => `anna ${time}`))
  })

  it('adds reminders that were switched off, and never sends one twice', async () => {
    const { db, change, ...test } = start()
    change({ secondReminderDays: 0 }, NOW)
    await test.pass(3 * HOUR)
    expect(due(db)).toEqual([])
    change({ firstReminderDays: 2, secondReminderDays: 1 }, new Date(MONDAY_TEN))
    expect(due(db)).toEqual([`anna ${WEDNESDAY_FOUR}`])
  })
})

describe('appointments from before the site sent reminders', () => {
  it('get the upcoming reminders, once', () => {
    const db = seededDatabase()
    book(db, { date: THURSDAY })
    book(db, { uid: 'ben', date: '2027-04-01' })
    book(db, { uid: 'carla', date: '2027-04-01', slot: '10:00 AM - 10:30 AM' })
    makeOld(db)
    db.$client.exec("UPDATE appointments SET status = 'cancelled' WHERE patient_uid = 'carla'")
    const now = new Date(MONDAY_TEN)
    expect(addMissingReminders(db, now, TIME_ZONE)).toBe(3)
    expect(due(db)).toEqual([
      `anna ${WEDNESDAY_FOUR}`,
      'ben 2027-03-29T14:00:00.000Z',
      'ben 2027-03-31T20:00:00.000Z',
    ])
    expect(addMissingReminders(db, now, TIME_ZONE)).toBe(0)
  })
})
