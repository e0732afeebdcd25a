import { addWeekday } from '#contract/dates.ts'
import { joinNames } from '#contract/names.ts'
import type { SeriesDoctor, SeriesTime } from '#contract/series/series.ts'
import { chooseSeriesDoctors } from '#contract/series/series-doctors.ts'

/** The chosen times of a series; null where another one has to be chosen. */
type Times = readonly (SeriesTime | null)[]

/** The doctor of each time. */
export function doctorsAt(times: Times): (SeriesDoctor | undefined)[] {
  const free = times.map((time) => time?.doctors ?? [])
  const ids = chooseSeriesDoctors(free.map((doctors) => doctors.map(({ _id }) => _id)))
  return free.map((doctors, place) => doctors.find(({ _id }) => _id === ids[place]))
}

/** Names the doctor, and the dates with a different one. */
export function SeriesDoctors({ times }: { times: Times }) {
  const doctors = doctorsAt(times)
  const visits = times.flatMap((time, place) => {
    const doctor = doctors[place]
    return time && doctor ? [{ date: addWeekday(time.date), doctor }] : []
  })
  const [usual, ...others] = [...Map.groupBy(visits, ({ doctor }) => doctor._id).values()].sort(
    (one, other) => other.length - one.length,
  )
  if (!usual) return null
  const nameOf = ([first]: typeof visits) => first?.doctor.name
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p>
        With <bdi className="font-semibold">{nameOf(usual)}</bdi> on{' '}
        {usual.length === times.length ? 'all dates' : `${usual.length} of ${times.length} dates`}.
      </p>
      {others.map((visits) => (
        <p key={visits[0]?.doctor._id}>
          With <bdi className="font-semibold">{nameOf(visits)}</bdi> on{' '}
          {joinNames(visits.map(({ date }) => date))}.
        </p>
      ))}
    </div>
  )
}
