import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf } from '#domain/clinic-clock.ts'
import { toCents } from '../money.ts'
import { DEFAULT_TERMS, refundBands } from './refund-bands.ts'
import { quoteOf, REFUND_CASES } from './refund-cases.ts'
import {
  canMoveForIllness,
  ceilingAfterMove,
  describeQuote,
  findCancelObstacle,
  findMoveObstacle,
  quoteRefund,
} from './refund-terms.ts'
import { describeQuoteToStaff } from './staff-quote.ts'

const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000
const startsAt = instantOf({ date: '2027-03-09', startMinute: 9 * 60 }, NEW_YORK)
const earlier = (milliseconds: number) => new Date(startsAt.getTime() - milliseconds)

/** Terms that an admin can enter. */
const anyTerms = fc
  .uniqueArray(fc.record({ hours: fc.integer({ min: 0, max: 720 }), percent: fc.nat(100) }), {
    maxLength: 4,
    minLength: 1,
    selector: ({ hours }) => hours,
  })
  .map((bands) => {
    const hours = bands.map((band) => band.hours).sort((a, b) => b - a)
    const percents = bands.map(({ percent }) => percent).sort((a, b) => b - a)
    return hours.map((each, index) => ({
      hours: index === hours.length - 1 ? 0 : each,
      percent: percents[index] ?? 0,
    }))
  })
  .map((bands) => ({ bands }))
const anyCents = fc.integer({ min: 50, max: 1_000_000 })
const anyWait = fc.integer({ min: 0, max: 800 * HOUR })

describe('a refund', () => {
  it.each([
    ['2027-03-09', 'an ordinary week'],
    ['2027-03-15', 'the day after the clocks went forward'],
    ['2026-11-02', 'the day after the clocks went back'],
  ])('for %s, %s, is full until 24 elapsed hours before and nothing a second later', (date) => {
    for (const startMinute of [0, 9 * 60, 16 * 60 + 30]) {
      const start = instantOf({ date, startMinute }, NEW_YORK)
      const at = (now: number) =>
        quoteRefund({
          terms: DEFAULT_TERMS,
          paidCents: 95_00,
          startsAt: start,
          now: new Date(now),
        }).refund
      const dayBefore = start.getTime() - 24 * HOUR
      expect([at(dayBefore - 1), at(dayBefore), at(dayBefore + 1), at(dayBefore + 1000)]).toEqual([
        95, 95, 0, 0,
      ])
    }
  })

  it('and the kept amount add up to the payment to the cent, rounded in the family’s favor', () => {
    fc.assert(
      fc.property(anyTerms, anyCents, anyWait, (terms, paidCents, wait) => {
        expect(refundBands.safeParse(terms.bands).success).toBe(true)
        const quote = quoteRefund({ terms, paidCents, startsAt, now: earlier(wait) })
        const refundCents = toCents(quote.refund)
        expect(refundCents + toCents(quote.kept)).toBe(paidCents)
        const exact = paidCents * quote.percent
        expect(refundCents * 100).toBeGreaterThanOrEqual(exact)
        expect(refundCents * 100 - exact).toBeLessThan(100)
      }),
    )
  })

  it('never grows when a family waits, or moves late and then cancels early', () => {
    fc.assert(
      fc.property(anyTerms, anyCents, anyWait, anyWait, (terms, paidCents, one, other) => {
        const [early, late] = [earlier(Math.max(one, other)), earlier(Math.min(one, other))]
        const question = { terms, paidCents, startsAt }
        const refund = (now: Date, ceiling: number | null = null) =>
          quoteRefund({ ...question, now, ceiling }).refund
        expect(refund(late)).toBeLessThanOrEqual(refund(early))
        const ceiling = ceilingAfterMove({ ...question, now: late })
        // After the move, the appointment is far away.
        expect(refund(earlier(800 * HOUR), ceiling)).toBe(refund(late))
        expect(ceilingAfterMove({ ...question, now: early, ceiling })).toBe(ceiling)
      }),
    )
  })

  it.each(REFUND_CASES)('is explained $name', (each) => {
    const quote = quoteOf(each)
    expect(quote.refund).toBe(each.refund)
    expect(describeQuote(quote)).toBe(each.quote)
    expect(describeQuote(quote, 'canceled')).toBe(each.told)
  })

  const paid = { terms: DEFAULT_TERMS, paidCents: 95_00, startsAt }
  it.each([
    [{ ...paid, now: earlier(HOUR / 2) }, 'If you cancel now, 30 minutes before: no refund.'],
    [
      { ...paid, by: 'clinic' as const, now: earlier(1) },
      'The clinic cancels: full refund of $95.',
    ],
    [
      { ...paid, paidCents: 0, processing: true, now: earlier(72 * HOUR) },
      'A payment is still on its way: it is refunded in full.',
    ],
    [
      { ...paid, disputed: true, now: earlier(72 * HOUR) },
      'Your bank is reviewing this payment, so it is not refunded automatically. The clinic will contact you.',
    ],
  ])('is explained (%#)', (question, sentence) => {
    expect(describeQuote(quoteRefund(question))).toBe(sentence)
  })
})

describe('terms that an admin enters', () => {
  it.each([
    ['nothing', []],
    [
      'more for a later cancellation',
      [
        { hours: 24, percent: 50 },
        { hours: 0, percent: 60 },
      ],
    ],
    [
      'the same hours twice',
      [
        { hours: 0, percent: 50 },
        { hours: 0, percent: 0 },
      ],
    ],
    ['no line for the last hours', [{ hours: 24, percent: 100 }]],
    ['a percentage above 100', [{ hours: 0, percent: 101 }]],
    [
      'a part of an hour',
      [
        { hours: 0.5, percent: 100 },
        { hours: 0, percent: 0 },
      ],
    ],
  ])('are refused: %s', (_, bands) => {
    expect(refundBands.safeParse(bands).success).toBe(false)
  })
})

describe('an online change', () => {
  const rules = { changeUntilHours: 2, mostMoves: 3 }
  const booked = {
    status: 'booked' as const,
    attendance: 'expected' as const,
    moves: 0,
    illMoveUsed: false,
    startsAt,
    now: earlier(2 * HOUR),
  }
  it.each([
    ['two hours before', {}, undefined, undefined, true],
    ['a moment later', { now: earlier(2 * HOUR - 1) }, 'too_late', 'too_late', true],
    ['after the third move', { moves: 3 }, undefined, 'too_many_moves', true],
    ['after the move of an ill child', { illMoveUsed: true }, undefined, undefined, false],
    ['when it starts', { now: startsAt }, 'too_late', 'too_late', false],
    [
      'once the patient is there',
      { attendance: 'arrived' as const },
      'checked_in',
      'checked_in',
      false,
    ],
    ['after the visit', { attendance: 'completed' as const }, 'completed', 'completed', false],
    ['after a missed visit', { attendance: 'no_show' as const }, 'missed', 'missed', false],
    ['when it is canceled', { status: 'cancelled' as const }, 'cancelled', 'cancelled', false],
  ])('%s', (_, changes, cancel, move, ill) => {
    const appointment = { ...booked, ...changes }
    expect(findCancelObstacle(appointment, rules)).toBe(cancel)
    expect(findMoveObstacle(appointment, rules)).toBe(move)
    expect(canMoveForIllness(appointment)).toBe(ill)
  })

  it('ends when the appointment starts, even if it is possible until the end', () => {
    const until = { ...rules, changeUntilHours: 0 }
    expect(findCancelObstacle({ ...booked, now: earlier(1) }, until)).toBeUndefined()
    expect(findCancelObstacle({ ...booked, now: startsAt }, until)).toBe('too_late')
  })
})

it.each(REFUND_CASES)('staff read what the family is told: $name', (each) => {
  const { told } = each
  const shown = describeQuoteToStaff(quoteOf(each))
  expect(shown).toBe(told.replace('You canceled', 'The family cancels'))
  expect(shown).not.toMatch(/\b(you|your)\b/i)
})

it('staff read about money that was paid at the desk, and about a dispute', () => {
  const quote = {
    ...quoteOf(REFUND_CASES[0] as (typeof REFUND_CASES)[number]),
    atDesk: true as const,
  }
  expect(describeQuoteToStaff(quote)).toMatch(/\$110 is handed back at the desk\.$/)
  expect(describeQuoteToStaff({ ...quote, refund: 0, rule: 'disputed' })).toMatch(/^The bank /)
})
