import type { Rhythm } from '#contract/booking/series-length.ts'
import type { SeriesDate, SeriesTime } from '#contract/series/series.ts'

/** A series of appointments for one treatment, before it is booked. */
export interface SeriesPlan {
  rhythm: Rhythm
  /** As last loaded, in order of time; empty before. */
  dates: readonly SeriesDate[]
  /** The chosen time of each date; null: another one has to be chosen. */
  times: readonly (SeriesTime | null)[]
}

/** A plan without dates yet; keeps the chosen times of `before` if the rhythm is the same. */
export function startPlan(rhythm: Rhythm, before: SeriesPlan | null = null): SeriesPlan {
  const isSame =
    before?.rhythm.count === rhythm.count &&
    before.rhythm.every === rhythm.every &&
    before.rhythm.unit === rhythm.unit
  return { rhythm, dates: [], times: isSame ? before.times : [] }
}

/** The plan with its dates; chosen times stay chosen if they are still available. */
export function withDates(plan: SeriesPlan, dates: readonly SeriesDate[]): SeriesPlan {
  const times = dates.map(({ obstacle, times: offered }, place) => {
    const [first] = offered
    if (!obstacle) return first ?? null
    const chosen = plan.times[place]
    return offered.find((time) => chosen && isSameTime(time, chosen)) ?? null
  })
  return { ...plan, dates, times }
}

/** Whether a date can be shifted to a time: no other date of the series is on that day. */
export function canShift(
  { dates, times }: SeriesPlan,
  { place, time }: { place: number; time: SeriesTime },
): boolean {
  const shifted = dates[place]
  return (
    shifted?.obstacle !== undefined &&
    shifted.times.some((offered) => isSameTime(offered, time)) &&
    times.every((other, index) => index === place || other?.date !== time.date)
  )
}

/** The plan with another time for one of its dates. */
export function shift(
  plan: SeriesPlan,
  { place, time }: { place: number; time: SeriesTime },
): SeriesPlan {
  return { ...plan, times: plan.times.with(place, time) }
}

/** The times to book; null while a date needs another time. */
export function chosenTimes({ times }: SeriesPlan): readonly SeriesTime[] | null {
  const chosen = times.filter((time) => time !== null)
  return chosen.length > 0 && chosen.length === times.length ? chosen : null
}

/** Whether two times begin at the same moment. */
function isSameTime(
  one: Pick<SeriesTime, 'date' | 'slot'>,
  other: Pick<SeriesTime, 'date' | 'slot'>,
): boolean {
  return one.date === other.date && one.slot === other.slot
}
