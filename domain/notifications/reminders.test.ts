import { describe, expect, it } from 'vitest'
import { afterQuietHours, planReminders } from './reminders.ts'

const NEW_YORK = { timeZone: 'America/New_York' }
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

function plan(date: string, since = LONG_AGO, clock = NEW_YORK) {
  return planReminders(date, since, clock).map(({ key, dueAt }) => `${key} ${dueAt.toISOString()}`)
}

describe('planning reminders', () => {
  it.each([
    ['in winter', '2027-02-10', ['2027-02-07T15:00', '2027-02-09T21:00']],
    // The clock is set forward on March 14 and back on November 7.
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
  ])('has none for appointments younger than a day (booked at %s)', (booked, keys) => {
    expect(planReminders('2027-02-10', new Date(booked), NEW_YORK).map(({ key }) => key)).toEqual(
      keys,
    )
  })

  it('ends each reminder when the next one is due', () => {
    const [three, one] = planReminders('2027-02-10', LONG_AGO, NEW_YORK)
    expect(three?.until).toEqual(one?.dueAt)
    expect(one?.until).toBeNull()
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

  it('may be within a day', () => {
    const settings = {
      reminders: [],
      minimumAgeMs: 0,
      quietHours: { from: 12 * 60, to: 13 * 60 },
    }
    const wait = (time: string) =>
      afterQuietHours(new Date(`2027-02-10T${time}-05:00`), { ...NEW_YORK, settings })
    expect(wait('12:30:00')).toEqual(new Date('2027-02-10T13:00:00-05:00'))
    expect(wait('13:00:00')).toEqual(new Date('2027-02-10T13:00:00-05:00'))
    expect(wait('11:59:00')).toEqual(new Date('2027-02-10T11:59:00-05:00'))
  })
})
