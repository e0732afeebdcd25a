import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, daysFrom, type IsoDate } from '../dates.ts'
import { ageInMonths } from '../guardians/ages.ts'
import { dueRows, type KnownVisit, windowOf } from './due-rows.ts'
import { OFFERED_ROWS } from './plan-windows.ts'

const PLAN = OFFERED_ROWS.map((row, index) => ({
  ...row,
  id: `row-${index}`,
  treatmentId: 'check',
}))
/** Of the row of that age. */
const rowAt = (months: number) => PLAN.find(({ ageMonths }) => ageMonths === months)?.id ?? ''

const visit = (date: IsoDate, treatmentId = 'check'): KnownVisit => ({
  id: date,
  date,
  treatmentId,
})

function stateAt(
  months: number,
  visits: readonly KnownVisit[],
  today: IsoDate,
  child: Parameters<typeof dueRows>[0] = { birthDate: '2026-01-15' },
) {
  return dueRows(child, PLAN, visits, today).find(({ row }) => row.id === rowAt(months))?.state
}

describe('the rows of the check-up plan', () => {
  it('are due from the first to the last day of their window', () => {
    // 12 months on January 15: from 14 days before to 60 after.
    const states = ['2026-12-31', '2027-01-01', '2027-03-16', '2027-03-17'].map((today) =>
      stateAt(12, [], today),
    )
    expect(states).toEqual(['coming', 'due', 'due', 'over'])
  })

  it('are done by the first visit in their window, also one that is booked for later', () => {
    expect(stateAt(12, [visit('2027-03-16')], '2027-01-02')).toBe('done')
    expect(stateAt(12, [visit('2026-12-31')], '2027-01-02')).toBe('due')
  })

  it('count a visit after the window, before the next one begins, if they have none', () => {
    const late = [visit('2027-03-20')]
    expect(stateAt(12, late, '2027-03-20')).toBe('done')
    expect(stateAt(15, late, '2027-04-05')).toBe('due')
  })

  it('count no visit twice', () => {
    const rows = dueRows({ birthDate: '2026-01-15' }, PLAN, [visit('2027-01-15')], '2027-02-01')
    expect(rows.filter(({ state }) => state === 'done').map(({ row }) => row.id)).toEqual([
      rowAt(12),
    ])
  })

  it('count other treatments only where staff say that the visit was the check-up', () => {
    const other = visit('2027-01-20', 'fever')
    expect(stateAt(12, [other], '2027-02-01')).toBe('due')
    const counted = new Map([[rowAt(12), other.id]])
    const child = { birthDate: '2026-01-15', counted }
    expect(stateAt(12, [other], '2027-02-01', child)).toBe('done')
    expect(stateAt(12, [], '2027-02-01', child)).toBe('due')
  })

  it('put the birthday of February 29 on March 1 in other years', () => {
    const row = { ageMonths: 12, fromDays: 0, toDays: 0 }
    expect(windowOf(row, '2028-02-29').around).toBe('2029-03-01')
    expect(windowOf({ ...row, ageMonths: 48 }, '2028-02-29').around).toBe('2032-02-29')
  })

  it('agree with a walk over each day of random childhoods', () => {
    const day = fc.integer({ min: 0, max: 7000 })
    const births = fc.oneof(
      fc.integer({ min: 0, max: 4000 }).map((days) => dayAfter('2020-01-01', days)),
      fc.constantFrom('2024-02-29', '2028-02-29', '2025-01-31', '2025-12-31'),
    )
    const visits = fc.array(fc.tuple(day, fc.constantFrom('check', 'check', 'fever')), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(births, visits, day, (birthDate, had, age) => {
        const known = had.map(([days, treatmentId], index) => ({
          ...visit(dayAfter(birthDate, days), treatmentId),
          id: `visit-${index}`,
        }))
        const today = dayAfter(birthDate, age)
        const rows = dueRows({ birthDate }, PLAN, known, today)
        expect(rows.map(({ row, state }) => [row.id, state])).toEqual(walk(birthDate, known, today))
      }),
      { numRuns: 40 },
    )
  })
})

/** The same answer, found day by day: the row whose days have begun last is the one that a visit counts for. */
function walk(birthDate: IsoDate, visits: readonly KnownVisit[], today: IsoDate) {
  const days = daysFrom(birthDate, dayAfter(birthDate, 7300))
  const begins = new Map<number, string>()
  const ends = new Map<string, number>()
  for (const { id, ageMonths, fromDays, toDays } of PLAN) {
    const around = days.findIndex((day) => ageInMonths(birthDate, day) >= ageMonths)
    begins.set(around + fromDays, id)
    ends.set(id, around + toDays)
  }
  const checkUps = new Set(
    visits.filter(({ treatmentId }) => treatmentId === 'check').map(({ date }) => date),
  )
  const done = new Set<string>()
  const begun = new Set<string>()
  let current: string | undefined
  for (const [index, day] of days.entries()) {
    current = begins.get(index) ?? current
    if (current !== undefined && day <= today) begun.add(current)
    if (current !== undefined && checkUps.has(day)) done.add(current)
  }
  return PLAN.map(({ id }) => {
    if (done.has(id)) return [id, 'done']
    if (!begun.has(id)) return [id, 'coming']
    return [id, today <= (days[ends.get(id) ?? 0] ?? '') ? 'due' : 'over']
  })
}
