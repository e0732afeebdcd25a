import { dayAfter, earlierOf, type IsoDate, laterOf } from '../dates.ts'

/** The intervals to a next visit that staff and doctors choose from. */
export const FOLLOW_UPS = [
  { label: '2 weeks', days: 14 },
  { label: '6 weeks', days: 42 },
  { label: '3 months', months: 3 },
  { label: '6 months', months: 6 },
  { label: '1 year', months: 12 },
] as const
export type FollowUp = (typeof FOLLOW_UPS)[number]

/** The day that long after another day; the last day of the month if the month is too short. */
export function dayOfFollowUp(followUp: FollowUp, after: IsoDate): IsoDate {
  if ('days' in followUp) return dayAfter(after, followUp.days)
  const month = Number(after.slice(5, 7)) - 1 + followUp.months
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
