import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dayAfter, formatWireDate, type IsoDate, weekdayOf } from '#contract/dates.ts'
import { getAgendaFrame } from '#contract/front-desk/agenda-calls.ts'
import type { AgendaFrame, ClosedTime } from '#contract/front-desk/agenda-frame.ts'
import { type Span, WEEKDAYS } from '#contract/schedule/schedule.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { formatNearDay } from '#web/desk/appointments/day-format.ts'
import { formatSpan } from '#web/desk/appointments/time-format.ts'
import { send } from '#web/lib/api/send.ts'
import { placeIn, rangeOfHours } from './hours-bar.tsx'

interface WeekOverviewProps {
  today: IsoDate
  /** The upcoming days on which hours change. */
  changes: readonly IsoDate[]
}

const mondayOf = (date: IsoDate) => dayAfter(date, -((weekdayOf(date) + 6) % 7))

/** A week of the clinic and its doctors as bars; each name links to the page of its hours. */
export function WeekOverview({ today, changes }: WeekOverviewProps) {
  const thisMonday = mondayOf(today)
  const [monday, setMonday] = useState(thisMonday)
  const frame = useQuery({
    // Below the schedule's key, because changes of the schedule change the week.
    queryKey: ['schedule', 'week', monday],
    queryFn: ({ signal }) => send(getAgendaFrame, { query: { date: monday, days: 7 }, signal }),
    placeholderData: (before) => before,
  })
  // The first whole week in which the hours from that day apply.
  const weekWith = (date: IsoDate) =>
    date === today || mondayOf(date) === date ? mondayOf(date) : dayAfter(mondayOf(date), 7)
  const title = `Week of ${formatWireDate(monday)}`
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">{title}</h2>
        <div className="flex gap-1">
          <Button
            look="secondary"
            disabled={monday <= thisMonday}
            onClick={() => setMonday(dayAfter(monday, -7))}
          >
            <ChevronLeft aria-hidden="true" size={18} />
            <span className="sr-only">Previous week</span>
          </Button>
          <Button look="secondary" onClick={() => setMonday(dayAfter(monday, 7))}>
            <ChevronRight aria-hidden="true" size={18} />
            <span className="sr-only">Next week</span>
          </Button>
        </div>
      </div>
      {changes.length > 0 && (
        <fieldset aria-label="Hours" className="mt-2 flex flex-wrap gap-1">
          {[today, ...changes].map((date) => (
            <button
              key={date}
              type="button"
              aria-pressed={weekWith(date) === monday}
              onClick={() => setMonday(weekWith(date))}
              className="min-h-9 cursor-pointer rounded-xl border border-line px-3 font-bold hover:bg-base-200 aria-pressed:bg-leaf aria-pressed:text-primary pointer-coarse:min-h-11"
            >
              From {date === today ? 'today' : formatNearDay(date, today)}
            </button>
          ))}
        </fieldset>
      )}
      <p className="text-muted">
        Filled: the clinic’s hours. Tinted: a doctor’s own. Dashed: as the clinic. Hatched: closed
        or away.
      </p>
      <Loaded query={frame} what="the week">
        {(week) => <WeekTable frame={week} title={title} />}
      </Loaded>
    </Card>
  )
}

interface Row {
  id: string
  name: string
  to: string
  /** Of each day. */
  days: { hours: readonly Span[]; closed: readonly ClosedTime[]; look: keyof typeof LOOKS }[]
}

const LOOKS = {
  clinic: 'border-primary bg-primary',
  own: 'border-primary bg-leaf',
  same: 'border-primary border-dashed',
} as const

function WeekTable({
  frame: { doctors, days, today },
  title,
}: {
  frame: AgendaFrame
  title: string
}) {
  const rows: Row[] = [
    {
      id: 'clinic',
      name: 'The clinic',
      to: '#hours',
      days: days.map(({ hours, closures }) => ({ hours, closed: closures, look: 'clinic' })),
    },
    ...doctors.map(
      ({ _id, name }, index): Row => ({
        id: _id,
        name,
        to: `/dashboard/managedoctors/${_id}`,
        days: days.map((day) => {
          const { hours = [], absences = [] } = day.doctors[index] ?? {}
          const look = describeSpans(hours) === describeSpans(day.hours) ? 'same' : 'own'
          return { hours, closed: [...day.closures, ...absences], look }
        }),
      }),
    ),
  ]
  const range = rangeOfHours(rows.flatMap((row) => row.days.flatMap(({ hours }) => [...hours])))
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="w-full min-w-160 table-fixed border-collapse text-start text-sm">
        <caption className="sr-only">Hours, {title}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-36">
              <span className="sr-only">Name</span>
            </th>
            {days.map(({ date }) => (
              <th
                key={date}
                scope="col"
                className={`border-s border-base-300 px-2 font-bold ${date === today ? 'text-primary' : 'text-muted'}`}
              >
                {WEEKDAYS[weekdayOf(date)]?.slice(0, 3)} {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-base-300">
              <th scope="row" className="pe-2 font-bold">
                <Link
                  to={row.to}
                  className="flex min-h-9 items-center underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {row.name}
                </Link>
              </th>
              {row.days.map(({ hours, closed, look }, index) => (
                <td key={days[index]?.date} className="border-s border-base-300 p-1">
                  <div className="relative h-7">
                    {hours.length === 0 && (
                      <span className="grid h-full place-content-center text-muted">closed</span>
                    )}
                    {hours.map((span) => (
                      <span
                        key={span.from}
                        title={describeSpans([span])}
                        style={placeIn(span, range)}
                        className={`absolute inset-y-0.5 rounded-sm border-2 ${LOOKS[look]}`}
                      >
                        <span className="sr-only">{describeSpans([span])}. </span>
                      </span>
                    ))}
                    {hours.length > 0 &&
                      closed.map(({ from, to, reason }) => (
                        <span
                          key={`${from} ${reason}`}
                          title={`${reason}: ${describeSpans([{ from, to }])}`}
                          style={placeIn(
                            { from: Math.max(from, range.from), to: Math.min(to, range.to) },
                            range,
                          )}
                          className="hatched absolute inset-y-0 rounded-sm border border-error"
                        >
                          <span className="sr-only">
                            Closed: {reason}, {describeSpans([{ from, to }])}.{' '}
                          </span>
                        </span>
                      ))}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** '09:00 AM to 12:00 PM, 01:00 PM to 05:00 PM' */
const describeSpans = (spans: readonly Span[]) => spans.map(formatSpan).join(', ')
