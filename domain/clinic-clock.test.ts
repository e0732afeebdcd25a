import { describe, expect, test } from 'vitest'
import { createClinicClock, instantOf, wallClockAt } from './clinic-clock.ts'

function momentAt(timeZone: string, instant: string, horizonDays = 90) {
  return createClinicClock({ timeZone, horizonDays }, () => new Date(instant)).moment()
}

// Columns: zone, instant, today, minute of the day.
const READINGS: [zone: string, instant: string, today: string, time: string][] = [
  // Two dates at one instant: the clinic's zone decides, not the machine's.
  ['Pacific/Kiritimati', '2027-03-01T10:00:00Z', '2027-03-02', '00:00'],
  ['Pacific/Pago_Pago', '2027-03-01T10:59:59Z', '2027-02-28', '23:59'],
  ['Pacific/Pago_Pago', '2027-03-01T11:00:00Z', '2027-03-01', '00:00'],
  ['America/New_York', '2027-03-02T04:59:59Z', '2027-03-01', '23:59'],
  ['America/New_York', '2027-03-02T05:00:00Z', '2027-03-02', '00:00'],
  ['Asia/Kolkata', '2027-03-01T18:30:00Z', '2027-03-02', '00:00'],
  ['Europe/Berlin', '2027-03-01T08:00:59.999Z', '2027-03-01', '09:00'],
  // Start of daylight saving, Sunday 02:00 → 03:00.
  ['America/New_York', '2027-03-14T06:59:59Z', '2027-03-14', '01:59'],
  ['America/New_York', '2027-03-14T07:00:00Z', '2027-03-14', '03:00'],
  ['America/New_York', '2027-03-15T13:00:00Z', '2027-03-15', '09:00'],
  ['Europe/Berlin', '2027-03-28T00:59:59Z', '2027-03-28', '01:59'],
  ['Europe/Berlin', '2027-03-28T01:00:00Z', '2027-03-28', '03:00'],
  // End of daylight saving: one hour occurs twice, and has passed when it repeats.
  ['America/New_York', '2027-11-07T05:30:00Z', '2027-11-07', '01:30'],
  ['America/New_York', '2027-11-07T06:30:00Z', '2027-11-07', '01:59'],
  ['America/New_York', '2027-11-08T14:00:00Z', '2027-11-08', '09:00'],
  ['Europe/Berlin', '2027-10-31T00:30:00Z', '2027-10-31', '02:30'],
  ['Europe/Berlin', '2027-10-31T01:30:00Z', '2027-10-31', '02:59'],
  // Southern hemisphere: end in April, start in October.
  ['Australia/Sydney', '2027-04-03T15:30:00Z', '2027-04-04', '02:30'],
  ['Australia/Sydney', '2027-04-03T16:30:00Z', '2027-04-04', '02:59'],
  ['Australia/Sydney', '2027-10-02T15:59:59Z', '2027-10-03', '01:59'],
  ['Australia/Sydney', '2027-10-02T16:00:00Z', '2027-10-03', '03:00'],
  // A change by half an hour.
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z', '2027-04-04', '01:59'],
  // A day that does not start at midnight.
  ['America/Santiago', '2027-09-05T03:59:59Z', '2027-09-04', '23:59'],
  ['America/Santiago', '2027-09-05T04:00:00Z', '2027-09-05', '01:00'],
]

describe('the next day begins', () => {
  const HOUR = 3_600_000
  test.each([
    ['America/Los_Angeles', '2022-06-06T06:59:59Z', 1000],
    ['America/Los_Angeles', '2022-06-06T07:00:00Z', 24 * HOUR],
    ['Pacific/Kiritimati', '2022-12-31T12:00:00Z', 22 * HOUR],
    // Sunday has 23 hours in spring and 25 in autumn.
    ['America/New_York', '2027-03-14T05:00:00Z', 23 * HOUR],
    ['America/New_York', '2027-11-07T04:00:00Z', 25 * HOUR],
    // A day without midnight begins at one.
    ['America/Santiago', '2027-09-05T03:59:59Z', 1000],
  ])('in %s at %s in %i ms', (timeZone, instant, left) => {
    const clock = createClinicClock({ timeZone, horizonDays: 90 }, () => new Date(instant))
    expect(clock.untilNextDay()).toBe(left)
  })
})

describe('today and the time of day are the clinic’s', () => {
  for (const [zone, instant, today, time] of READINGS) {
    test(`${zone} at ${instant}: ${today} ${time}`, () => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      expect(momentAt(zone, instant)).toMatchObject({ today, minute: hours * 60 + minutes })
    })
  }
})

describe('the horizon counts days, however long they are', () => {
  const zones = [
    'America/New_York',
    'Europe/Berlin',
    'Australia/Sydney',
    'America/Santiago',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ]
  for (const zone of zones) {
    test(zone, () => {
      // Every day of a year at noon UTC, including both clock changes.
      for (let day = 0; day < 365; day += 1) {
        const noon = Date.UTC(2027, 0, 1 + day, 12)
        const { today, lastDay } = momentAt(zone, new Date(noon).toISOString())
        const days = (Date.parse(lastDay) - Date.parse(today)) / 86_400_000
        expect(days, `from ${today}`).toBe(90)
      }
    })
  }
})

test('a moment is one object for a minute, and a new one for the next minute', () => {
  let now = new Date('2027-03-01T14:00:00Z')
  const clock = createClinicClock({ timeZone: 'America/New_York', horizonDays: 90 }, () => now)
  const first = clock.moment()
  now = new Date('2027-03-01T14:00:59.999Z')
  expect(clock.moment()).toBe(first)
  now = new Date('2027-03-01T14:01:00Z')
  expect(clock.moment()).not.toBe(first)
  expect(clock.moment().minute).toBe(9 * 60 + 1)
  // Clocks may also be set back.
  now = new Date('2027-03-01T13:59:00Z')
  expect(clock.moment().minute).toBe(8 * 60 + 59)
})

test.each([
  ['America/Los_Angeles', '2027-03-13', 9 * 60, '2027-03-13T17:00:00Z'],
  ['America/Los_Angeles', '2027-03-14', 9 * 60, '2027-03-14T16:00:00Z'],
  ['America/Los_Angeles', '2027-03-14', 2 * 60 + 30, '2027-03-14T10:30:00Z'],
  ['America/Los_Angeles', '2027-11-07', 60 + 30, '2027-11-07T08:30:00Z'],
  ['America/Los_Angeles', '2027-11-07', 9 * 60, '2027-11-07T17:00:00Z'],
  ['Pacific/Kiritimati', '2027-01-01', 0, '2026-12-31T10:00:00Z'],
])('in %s on %s, minute %i is %s', (timeZone, date, startMinute, instant) => {
  expect(instantOf({ date, startMinute }, timeZone)).toEqual(new Date(instant))
})

test('day and minute of an instant are the local ones, around midnights and clock changes', () => {
  for (const [timeZone, instant] of READINGS) {
    const clock = createClinicClock({ timeZone, horizonDays: 90 }, () => new Date(instant))
    for (const minutes of [-46, -31, -16, -1, 0, 1, 14, 15, 29, 30, 44, 61]) {
      const time = new Date(Date.parse(instant) + minutes * 60_000)
      const shown = { today: clock.dayOf(time), minute: clock.minuteOf(time) }
      expect(shown).toEqual(wallClockAt(time, timeZone))
    }
  }
})
