import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { dayStart, instantOf, isShownTwice } from './clinic-time.ts'
import type { ClockAnswers, ClockQuestion } from './testing/clock-process.ts'

const CLINICS = [
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/El_Aaiun', 'Africa/Johannesburg'],
  ...['America/Anchorage', 'America/Asuncion', 'America/Chicago', 'America/Havana'],
  ...['America/Los_Angeles', 'America/New_York', 'America/Nuuk', 'America/Sao_Paulo'],
  ...['America/Santiago', 'America/Scoresbysund', 'America/St_Johns', 'America/Phoenix'],
  ...['Antarctica/Troll', 'Asia/Amman', 'Asia/Beirut', 'Asia/Gaza', 'Asia/Jerusalem'],
  ...['Asia/Kathmandu', 'Asia/Tehran', 'Atlantic/Azores', 'Australia/Adelaide'],
  ...['Australia/Lord_Howe', 'Europe/Berlin', 'Europe/Dublin', 'Pacific/Apia'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati'],
]
const MACHINES = [
  ...['UTC', 'Africa/Cairo', 'America/Los_Angeles', 'America/Santiago', 'America/St_Johns'],
  ...['Asia/Beirut', 'Australia/Lord_Howe', 'Europe/Berlin', 'Pacific/Apia'],
]
const YEARS = [2011, 2018, 2024, 2027, 2028]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The local time of a time zone at an instant, as if it were UTC; computed with `Intl` alone. */
function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return (instant) => {
    const parts = format.formatToParts(instant)
    const of = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value)
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  }
}

/** The first instants after each clock change of a time zone. */
function changesOf(shownAt: (instant: number) => number): number[] {
  const aheadAt = (instant: number) => shownAt(instant) - instant
  const changes: number[] = []
  for (const year of YEARS) {
    for (let day = Date.UTC(year); day < Date.UTC(year + 1); day += DAY) {
      if (aheadAt(day) === aheadAt(day + DAY)) continue
      let [before, after] = [day, day + DAY]
      while (after - before > MINUTE) {
        const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
        if (aheadAt(middle) === aheadAt(day)) before = middle
        else after = middle
      }
      changes.push(after)
    }
  }
  return changes
}

interface Expected extends ClockQuestion {
  instant: number
}

/** Every quarter of an hour that clocks show, skip or repeat around their changes, with its instant. */
function expectations(timeZone: string): Expected[] {
  const shownAt = clockOf(timeZone)
  return changesOf(shownAt).flatMap((change) => {
    const before = shownAt(change - MINUTE) + MINUTE - change
    const after = shownAt(change) - change
    const firstOf = new Map<number, number>()
    for (let instant = change - 3 * HOUR; instant < change + 3 * HOUR; instant += 15 * MINUTE) {
      const local = shownAt(instant)
      if (!firstOf.has(local)) firstOf.set(local, instant)
    }
    // A skipped time counts by the offset before the change.
    for (let local = change + before; local < change + after; local += 15 * MINUTE)
      firstOf.set(local, local - before)
    return Array.from(firstOf, ([local, instant]) => {
      const date = new Date(local).toISOString().slice(0, 10)
      return { timeZone, date, startMinute: (local - Date.parse(date)) / MINUTE, instant }
    })
  })
}

const expected = CLINICS.flatMap(expectations)

async function askMachine(TZ: string): Promise<ClockAnswers> {
  const program = fileURLToPath(new URL('testing/clock-process.ts', import.meta.url))
  const running = promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, TZ },
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end(JSON.stringify(expected))
  return JSON.parse((await running).stdout) as ClockAnswers
}

it('maps a time to the first instant at which Intl shows it, around all clock changes', () => {
  expect(expected.length).toBeGreaterThan(5000)
  const wrong = expected.filter(
    ({ instant, ...time }) => instantOf(time, time.timeZone).getTime() !== instant,
  )
  expect(wrong).toEqual([])
})

it('returns the same on machines in every time zone', { timeout: 120_000 }, async () => {
  const [first, ...others] = await Promise.all(MACHINES.map(askMachine))
  expect(first?.instants).toEqual(expected.map(({ instant }) => instant))
  for (const other of others) expect(other).toEqual(first)
})

describe('maps a repeated hour to the first one, and a skipped hour to an hour later', () => {
  it.each([
    ['Africa/Cairo', '2027-10-28', 23 * 60, '2027-10-28T20:00:00Z'],
    ['America/New_York', '2027-11-07', 90, '2027-11-07T05:30:00Z'],
    ['Europe/Berlin', '2027-10-31', 150, '2027-10-31T00:30:00Z'],
    ['Europe/Berlin', '2027-03-28', 150, '2027-03-28T01:30:00Z'],
    ['Asia/Beirut', '2027-03-28', 0, '2027-03-27T22:00:00Z'],
  ])('%s, %s, minute %i', (timeZone, date, startMinute, instant) => {
    expect(instantOf({ date, startMinute }, timeZone)).toEqual(new Date(instant))
  })

  it('knows both instants of a repeated hour', () => {
    const shown = (instant: string) => isShownTwice(new Date(instant), 'Africa/Cairo')
    expect(shown('2027-10-28T19:59:00Z')).toBe(false)
    expect(shown('2027-10-28T20:00:00Z')).toBe(true)
    expect(shown('2027-10-28T21:59:00Z')).toBe(true)
    expect(shown('2027-10-28T22:00:00Z')).toBe(false)
    expect(dayStart('2027-10-29', 'Africa/Cairo')).toEqual(new Date('2027-10-28T22:00:00Z'))
  })
})
