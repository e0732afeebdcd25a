import { formats } from '#contract/formats/formats.ts'
import { joinNames } from '#contract/names.ts'
import type { SeriesDoctor, SeriesTime } from '#contract/series/series.ts'
import { chooseSeriesDoctors } from '#contract/series/series-doctors.ts'
import * as sentences from '#words/en/booking/series-sentences.tsx'

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
    return time && doctor ? [{ date: formats.fullDay(time.date), doctor }] : []
  })
  const [usual, ...others] = [...Map.groupBy(visits, ({ doctor }) => doctor._id).values()].sort(
    (one, other) => other.length - one.length,
  )
  if (!usual) return null
  const nameOf = ([first]: typeof visits) => (
    <bdi className="font-semibold">{first?.doctor.name}</bdi>
  )
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p>
        {usual.length === times.length
          ? sentences.withOnAllDates(nameOf(usual))
          : sentences.withOnSomeDates(nameOf(usual), usual.length, times.length)}
      </p>
      {others.map((visits) => (
        <p key={visits[0]?.doctor._id}>
          {sentences.withOnDates(nameOf(visits), joinNames(visits.map(({ date }) => date)))}
        </p>
      ))}
    </div>
  )
}
