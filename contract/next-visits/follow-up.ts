import { count } from '../count.ts'
import { dayAfter, earlierOf, type IsoDate, laterOf, PLANNED_YEARS } from '../dates.ts'

/** The intervals to a next visit that staff and doctors choose from, until an admin sets others. */
export const DEFAULT_FOLLOW_UPS = ['2 weeks', '6 weeks', '3 months', '6 months', '1 year'].join(
  ', ',
)

/** The most intervals, and the longest one: how far ahead a visit can be asked for. */
export const MOST_FOLLOW_UPS = 8
const LONGEST_MONTHS = PLANNED_YEARS * 12

/** An interval to a next visit. */
export interface FollowUp {
  /** '2 weeks' */
  label: string
  unit: 'days' | 'months'
  length: number
}

const UNITS = {
  day: { unit: 'days', length: 1 },
  week: { unit: 'days', length: 7 },
  month: { unit: 'months', length: 1 },
  year: { unit: 'months', length: 12 },
} as const

const INTERVAL = /^([1-9]\d{0,2}) (day|week|month|year)s?$/i

/** The intervals of a text like '2 weeks, 1 year'; undefined if one is none, too long or there twice. */
export function followUpsOf(text: string): FollowUp[] | undefined {
  const found = text.split(',').flatMap((part) => {
    const [, number = '', name = ''] = INTERVAL.exec(part.trim()) ?? []
    const noun = name.toLowerCase() as keyof typeof UNITS
    if (!(noun in UNITS)) return []
    const { unit, length } = UNITS[noun]
    const interval = { label: count(Number(number), noun), unit, length: Number(number) * length }
    const months = unit === 'months' ? interval.length : interval.length / 30
    return months <= LONGEST_MONTHS ? interval : []
  })
  const labels = new Set(found.map(({ label }) => label))
  return labels.size === text.split(',').length ? found : undefined
}

/** The day that long after another day; the last day of the month if the month is too short. */
export const dayOfFollowUp = (followUp: FollowUp, after: IsoDate): IsoDate =>
  followUp.unit === 'days' ? dayAfter(after, followUp.length) : monthsAfter(after, followUp.length)

/** The day so many months later; the last day of the month if the month is too short. */
export function monthsAfter(after: IsoDate, months: number): IsoDate {
  const month = Number(after.slice(5, 7)) - 1 + months
  const first = new Date(Date.UTC(Number(after.slice(0, 4)), month, 1)).toISOString().slice(0, 10)
  const next = new Date(Date.UTC(Number(after.slice(0, 4)), month + 1, 1))
  const last = dayAfter(next.toISOString().slice(0, 10), -1)
  return earlierOf(`${first.slice(0, 8)}${after.slice(8)}`, last)
}

/** The days on which a family may book a visit around a day, from today on. */
export function windowAround(
  around: IsoDate,
  { daysBefore, daysAfter, today }: { daysBefore: number; daysAfter: number; today: IsoDate },
): { from: IsoDate; to: IsoDate } {
  return {
    from: laterOf(today, dayAfter(around, -daysBefore)),
    to: dayAfter(around, daysAfter),
  }
}
