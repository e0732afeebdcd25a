import { queryOptions } from '@tanstack/react-query'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { parseSlotStart } from '#contract/formats/slot-times.ts'
import { FRESH_FOR, fetchTimes } from '#web/both/times/next-times-query.ts'

/** The first free time of a treatment, with its age limits. */
export interface FirstTime extends Pick<NextTimes, 'minAgeMonths' | 'maxAgeMonths'> {
  treatment: string
  name: string
  date: string
  slot: string
}

/** The free times that the home page shows; the server sends them with it. */
export function homeTimesOptions() {
  return queryOptions({
    queryKey: ['home-times'],
    queryFn: async ({ signal }) => homeTimesOf(await fetchTimes(signal)),
    staleTime: FRESH_FOR,
  })
}

/** How many treatments' times the hero shows. */
export const SHOWN_TIMES = 3

/** The first free time of each treatment; the earliest comes first. */
export const homeTimesOf = (times: readonly NextTimes[]): FirstTime[] =>
  times.flatMap(firstTimeOf).sort(byStart)

function firstTimeOf({ _id, name, ages, doctors, days, ...limits }: NextTimes): FirstTime[] {
  const [day] = days
  const slot = day?.slots[0]
  return day && slot !== undefined
    ? [{ treatment: _id, name, date: day.date, slot, ...limits }]
    : []
}

const byStart = (a: FirstTime, b: FirstTime) =>
  a.date.localeCompare(b.date) || parseSlotStart(a.slot) - parseSlotStart(b.slot)
