import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { SeriesDate, SeriesTime } from '#contract/series/series.ts'
import type { SeriesPlan } from '#machines/series-booking/series.ts'
import { Deadlines } from '#web/components/deadlines.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import * as words from '#words/en/booking/series.ts'
import { doctorsAt } from './series-doctors.tsx'
import { useSeries, useSeriesRef } from './series-flow.ts'

interface SeriesDatesProps {
  plan: SeriesPlan
  /** The terms of a booking made now; undefined until known. */
  terms: RefundTerms | undefined
  isForStaff: boolean
}

/** The appointments of a series: free ones, and alternatives for the others. */
export function SeriesDates({ plan: { dates, times }, ...props }: SeriesDatesProps) {
  const doctors = doctorsAt(times)
  return (
    <ol aria-label={words.dates} className="grid gap-3">
      {dates.map((date, place) => (
        <li
          key={date.date}
          className={`rounded-2xl border-[1.5px] px-4 py-3 ${
            date.obstacle ? 'border-warning bg-honey' : 'border-line'
          }`}
        >
          <DateOfSeries
            date={date}
            chosen={times[place] ?? null}
            doctor={doctors[place]?.name}
            place={place}
            size={dates.length}
            {...props}
          />
        </li>
      ))}
    </ol>
  )
}

interface DateOfSeriesProps extends Omit<SeriesDatesProps, 'plan'> {
  date: SeriesDate
  chosen: SeriesTime | null
  doctor: string | undefined
  place: number
  size: number
}

function DateOfSeries(props: DateOfSeriesProps) {
  const { date, chosen, doctor, place, size, terms, isForStaff } = props
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">
        <span className="text-muted">{words.place(place + 1, size)}</span>{' '}
        <strong>{formats.fullDay(chosen?.date ?? date.date)}</strong>{' '}
        {chosen && <span className="inline-block">{formats.slot(chosen.slot)}</span>}
      </p>
      {chosen && (
        <p className="text-sm">
          {doctor
            ? words.withDoctor(isolate(doctor), formatPrice(chosen.price))
            : formatPrice(chosen.price)}
        </p>
      )}
      {chosen && terms && (
        <Deadlines
          appointments={[{ date: chosen.date, slot: chosen.slot, terms }]}
          isForStaff={isForStaff}
          className="text-sm text-muted"
        />
      )}
      {date.obstacle && <OtherTimes date={date} chosen={chosen} place={place} />}
    </div>
  )
}

function OtherTimes({ date, chosen, place }: Pick<DateOfSeriesProps, 'date' | 'chosen' | 'place'>) {
  const actor = useSeriesRef()
  const slot = useSeries(({ context }) => context.slot)
  const isLocked = useSeries((snapshot) => !snapshot.matches({ dialog: 'fillingForm' }))
  const keyOf = (time: SeriesTime) => `${time.date} ${time.slot}`
  const day = formats.fullDay(date.date)

  function choose(key: string) {
    const time = date.times.find((offered) => keyOf(offered) === key)
    const event = time && ({ type: 'series.shift', place, time } as const)
    if (event && actor.getSnapshot().can(event)) actor.send(event)
  }

  return (
    <>
      <p className="font-semibold">{describeObstacle(date, formats.slotStart(slot))}</p>
      {date.times.length > 0 ? (
        <RadioChips
          legend={words.anotherTimeInsteadOf(day)}
          options={date.times.map((time) => ({
            value: keyOf(time),
            label:
              time.date === date.date
                ? formats.slotStart(time.slot)
                : words.onDay(formats.fullDay(time.date), formats.slotStart(time.slot)),
          }))}
          value={chosen ? keyOf(chosen) : undefined}
          onChoose={choose}
          disabled={isLocked}
        />
      ) : (
        <p>{words.noneFreeThen}</p>
      )}
    </>
  )
}

function describeObstacle({ date, obstacle }: SeriesDate, start: string): string {
  const day = formats.fullDay(date)
  switch (obstacle) {
    case 'closed':
      return words.closedOn(day)
    case 'not_offered':
      return words.notOfferedOn(start, day)
    case 'own':
      return words.patientBusyOn(day)
    default:
      return words.takenOn(start, day)
  }
}
