import { describe, expect, it } from 'vitest'
import { DEFAULT_REOFFER_RULES } from '#contract/clinic/clinic-settings.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { createRandom } from '#domain/testing/random.ts'
import { answerDeadlines, deadlinesOf, earliestStart } from './answer-deadlines.ts'

const HOUR = 3_600_000
const TIME_ZONE = 'America/New_York'

/** Instants in 2027, including both clock changes and the holidays. */
const FIRST = Date.UTC(2027, 0, 1)

const onWall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The clinic's day and time, computed with Intl alone. */
function onTheWall(instant: number) {
  const [date = '', time = ''] = onWall.format(instant).split(' ')
  return { date, time }
}

/** Advances by half hours, counts the open days that begin, and stops at the given time of the last one. */
function walk(from: number, days: number, time: string, isOpen: (date: string) => boolean): number {
  let left = days
  let { date } = onTheWall(from)
  const step = HOUR / 2
  for (let instant = Math.ceil(from / step) * step; ; instant += step) {
    const wall = onTheWall(instant)
    if (wall.date !== date) {
      date = wall.date
      if (isOpen(date)) left -= 1
    }
    if (left === 0 && isOpen(date) && wall.time >= time) return instant
  }
}

describe('the deadlines of re-offers', () => {
  const { below } = createRandom(314)
  const between = (least: number, most: number) => least + below(most - least + 1)
  /** A number from 0 to 1. */
  const random = () => below(10_000) / 10_000

  it.each(Array.from({ length: 300 }, (_, index) => index))('calendar %i', (index) => {
    // Every third one is near a clock change: on March 14 and November 7.
    const near = [Date.UTC(2027, 2, 10), Date.UTC(2027, 10, 3)][index % 2] ?? FIRST
    const day = 24 * HOUR
    const start = index % 3 === 0 ? near + random() * 6 * day : FIRST + random() * 360 * day
    const now = new Date(Math.floor(start / 60_000) * 60_000)
    const openWeekdays = [1, 2, 3, 4, 5].filter(() => random() < 0.8)
    const weekdays = random() < 0.3 ? [...openWeekdays, 0, 6] : [...openWeekdays, 3]
    const closed = new Set(
      Array.from({ length: between(0, 12) }, () => onTheWall(start + between(0, 20) * day).date),
    )
    const isOpen = (date: string) =>
      weekdays.includes(new Date(`${date}T12:00:00Z`).getUTCDay()) && !closed.has(date)
    const hour = String(between(8, 21)).padStart(2, '0')
    const rules = {
      ...DEFAULT_REOFFER_RULES,
      reofferAnswerDays: between(1, 4),
      reofferAnswerUntil: `${hour}:${random() < 0.5 ? '00' : '30'}`,
      reofferCallDays: between(0, 2),
    }
    const { today } = wallClockAt(now, TIME_ZONE)
    const found = answerDeadlines({ now, today, timeZone: TIME_ZONE, isOpen }, rules)

    const { reofferAnswerDays, reofferCallDays, reofferAnswerUntil: time } = rules
    const answer = walk(now.getTime(), reofferAnswerDays, time, isOpen)
    const held = walk(now.getTime(), reofferAnswerDays + reofferCallDays, time, isOpen)
    const answerBy = Math.max(answer, now.getTime() + day)
    expect(found).toEqual({
      answerBy: new Date(answerBy),
      heldUntil: new Date(Math.max(held, answerBy)),
    })

    // A held time is answered at least two hours before it, and at the earliest a day from now.
    const first = earliestStart(now).getTime() + random() * 6 * day
    const own = deadlinesOf(new Date(first), found)
    expect(own.answerBy.getTime()).toBe(Math.min(answerBy, first - 2 * HOUR))
    expect(own.heldUntil.getTime()).toBe(Math.min(Math.max(held, answerBy), first - 2 * HOUR))
    expect(own.answerBy.getTime()).toBeGreaterThanOrEqual(now.getTime() + day)
  })

  it('are on the second open day after Saturday evening, and followed by a call on the third', () => {
    const now = new Date('2027-03-07T00:08:00Z')
    const isOpen = (date: string) => ![0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay())
    const calendar = { now, today: '2027-03-06', timeZone: TIME_ZONE, isOpen }
    expect(answerDeadlines(calendar, DEFAULT_REOFFER_RULES)).toEqual({
      answerBy: new Date('2027-03-09T23:00:00Z'),
      heldUntil: new Date('2027-03-10T23:00:00Z'),
    })
  })

  it('count all days if the clinic is not open for weeks', () => {
    const now = new Date('2027-03-01T13:00:00Z')
    const calendar = { now, today: '2027-03-01', timeZone: TIME_ZONE, isOpen: () => false }
    expect(answerDeadlines(calendar, DEFAULT_REOFFER_RULES)).toEqual({
      answerBy: new Date('2027-03-03T23:00:00Z'),
      heldUntil: new Date('2027-03-04T23:00:00Z'),
    })
  })
})
