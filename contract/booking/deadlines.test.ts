import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf } from '../clinic-time.ts'
import { dayAfter } from '../dates.ts'
import { DEFAULT_TERMS, type RefundTerms } from '../payments/refund-bands.ts'
import { findCancelObstacle, quoteRefund } from '../payments/refund-terms.ts'
import { type DeadlineQuestion, describeDeadlines, groupDeadlines } from './deadlines.ts'

const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000

/** Tuesday, December 1, at 10:00 AM. */
const question: Omit<DeadlineQuestion, 'now'> = {
  date: '2026-12-01',
  startMinute: 10 * 60,
  timeZone: NEW_YORK,
  terms: DEFAULT_TERMS,
  online: { changeUntilHours: 2, canMove: true },
}
const startsAt = instantOf(question, NEW_YORK)
const earlier = (hours: number) => new Date(startsAt.getTime() - hours * HOUR)

const STEPS: RefundTerms = {
  bands: [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
    { hours: 0, percent: 0 },
  ],
}

describe('the terms of an appointment', () => {
  it.each<[string, Partial<DeadlineQuestion> & { now: Date }, string[]]>([
    [
      'days before',
      { now: earlier(72) },
      ['Free to cancel until Mon, Nov 30, 10:00 AM', 'Can be moved online until Tue, 8:00 AM'],
    ],
    [
      'exactly at the deadline',
      { now: earlier(24) },
      ['Free to cancel until Mon, Nov 30, 10:00 AM', 'Can be moved online until Tue, 8:00 AM'],
    ],
    [
      'a moment later',
      { now: new Date(earlier(24).getTime() + 1) },
      ['No refund if you cancel', 'Can be moved online until Tue, 8:00 AM'],
    ],
    [
      'in the last hour',
      { now: earlier(52 / 60) },
      ['Starts in 52 minutes: no refund, no change online'],
    ],
    [
      'in the last hour, in an email',
      { now: earlier(52 / 60), isReadLater: true },
      ['Starts Tue, 10:00 AM: no refund, no change online'],
    ],
    ['at the start', { now: startsAt }, []],
    ['after it', { now: earlier(-1) }, []],
    [
      'moved as often as it can be',
      { now: earlier(72), online: { changeUntilHours: 2, canMove: false } },
      ['Free to cancel until Mon, Nov 30, 10:00 AM', 'Can be canceled online until Tue, 8:00 AM'],
    ],
    [
      'with a part that comes back',
      { now: earlier(72), terms: STEPS },
      [
        'Free to cancel until Sun, Nov 29, 10:00 AM',
        '50% refund until Mon, Nov 30, 10:00 AM',
        'Can be moved online until Tue, 8:00 AM',
      ],
    ],
    [
      'after a late move',
      { now: earlier(72), terms: STEPS, ceiling: 50 },
      ['50% refund until Mon, Nov 30, 10:00 AM', 'Can be moved online until Tue, 8:00 AM'],
    ],
    [
      'refunded until it starts, and changed by phone by now',
      { now: earlier(1), terms: { bands: [{ hours: 0, percent: 100 }] } },
      ['Free to cancel until it starts', 'Starts in 1 hour: call us to change it'],
    ],
    ['without an account', { now: earlier(1), online: null }, ['No refund if you cancel']],
  ])('are deadlines: %s', (_, changes, lines) => {
    expect(describeDeadlines({ ...question, ...changes })).toEqual(lines)
  })

  it('name the zone where the clock shows a deadline twice', () => {
    // 25 hours before the start: on November 1, 1:30 AM occurs twice.
    const sunday = { ...question, date: '2026-11-02', startMinute: 90 }
    const now = new Date('2026-10-25T12:00:00Z')
    expect(describeDeadlines({ ...sunday, now })[0]).toBe(
      'Free to cancel until Sun, Nov 1, 1:30 AM EST',
    )
  })
})

describe('the terms of several appointments', () => {
  const now = earlier(72)
  const at = (label: string, changes: Partial<DeadlineQuestion> = {}) => ({
    label,
    question: { ...question, now, ...changes },
  })
  const lines = describeDeadlines({ ...question, now })

  it('are the earliest appointment’s if all are on one day and differ only by their start', () => {
    const half = at('Ben', { startMinute: question.startMinute + 30 })
    expect(groupDeadlines([half, at('Ada')])).toEqual([{ labels: ['Ada', 'Ben'], lines }])
  })

  it('are listed separately for other days, other terms, and appointments with fewer options left', () => {
    const others = [
      at('Ben', { date: '2026-12-02' }),
      at('Cem', { terms: STEPS }),
      at('Dee', { startMinute: question.startMinute + 30, now: earlier(1) }),
    ]
    for (const other of others) {
      expect(groupDeadlines([at('Ada'), other])).toEqual([
        { labels: ['Ada'], lines },
        { labels: [other.label], lines: describeDeadlines(other.question) },
      ])
    }
    expect(groupDeadlines([at('Ada', { now: startsAt })])).toEqual([])
  })
})

/** Around both changes of the clock, in zones that change by an hour, by half an hour and not at all. */
const anyQuestion = fc.record({
  date: fc
    .tuple(
      fc.constantFrom('2026-11-01', '2027-03-14', '2026-10-04', '2027-04-04'),
      fc.integer({ min: -1, max: 3 }),
    )
    .map(([day, days]) => dayAfter(day, days)),
  startMinute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
  timeZone: fc.constantFrom(NEW_YORK, 'America/Phoenix', 'Australia/Lord_Howe'),
  terms: fc.constantFrom(DEFAULT_TERMS, STEPS, { bands: [{ hours: 0, percent: 100 }] }),
  ceiling: fc.constantFrom(null, 0, 50),
  online: fc.record({
    changeUntilHours: fc.constantFrom(0, 2, 24, 48),
    canMove: fc.boolean(),
  }),
})

/** The instant, formatted without our code. */
function shownAs(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return parts.format(instant).replace(/[\s,]+/g, ' ')
}

describe('terms around both clock changes', () => {
  it('name the deadlines by which the refund and online changes are decided', () => {
    fc.assert(
      fc.property(anyQuestion, fc.integer({ min: -120, max: 80 * 60 }), (asked, minutes) => {
        const start = instantOf(asked, asked.timeZone)
        const now = new Date(start.getTime() - minutes * 60_000)
        const text = describeDeadlines({ ...asked, now }).join('. ')
        if (now >= start) {
          expect(text).toBe('')
          return
        }
        const { percent } = quoteRefund({ ...asked, startsAt: start, now, paidCents: 100 })
        const capped = asked.ceiling === null ? percent : Math.min(percent, asked.ceiling)
        expect(text.includes('Free to cancel')).toBe(capped === 100)
        expect(/no refund/i.test(text)).toBe(capped === 0)
        const rules = { changeUntilHours: asked.online.changeUntilHours, mostMoves: 3 }
        const state = {
          status: 'booked',
          attendance: 'expected',
          moves: 0,
          illMoveUsed: false,
        } as const
        const isClosed = findCancelObstacle({ ...state, startsAt: start, now }, rules) !== undefined
        expect(/online until/.test(text)).toBe(!isClosed)
      }),
      { numRuns: 2_000 },
    )
  })

  it('apply until the minute that they name, and not a moment longer', () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const start = instantOf(asked, asked.timeZone)
        const deadlines = [
          ...asked.terms.bands.map(({ hours }) => hours),
          asked.online.changeUntilHours,
        ].filter((hours) => hours > 0)
        for (const hours of deadlines) {
          const deadline = new Date(start.getTime() - hours * HOUR)
          const wall = shownAs(deadline, asked.timeZone)
          const linesAt = (ms: number) =>
            describeDeadlines({ ...asked, now: new Date(deadline.getTime() + ms) })
          const [weekday = '', time = ''] = [wall.slice(0, 3), wall.slice(4)]
          const named = linesAt(0).filter((line) => line.includes(weekday) && line.includes(time))
          for (const line of named) expect(linesAt(-HOUR)).toContain(line)
          for (const line of named.filter((one) => !one.startsWith('Starts'))) {
            expect(linesAt(1)).not.toContain(line)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})
