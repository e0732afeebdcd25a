import { useQuery } from '@tanstack/react-query'
import { format } from 'date-fns/format'
import { Link } from 'react-router-dom'
import { count } from '#contract/count.ts'
import { dayAfter, fromIsoDate, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { AgendaMonth as Month } from '#contract/front-desk/agenda.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { agendaMonthOptions } from '#web/desk/appointments/agenda-api.ts'

interface AgendaMonthProps {
  /** A day within the month. */
  date: IsoDate
  linkTo: (date: IsoDate) => string
}

/** A month with the appointments, share of booked time, unpaid visits and closures of each day. */
export default function AgendaMonth({ date, linkTo }: AgendaMonthProps) {
  const month = date.slice(0, 7)
  const query = useQuery(agendaMonthOptions(month))
  if (query.isPending) return <ListSkeleton label="Loading the month" />
  if (!query.data) return <LoadError title="We couldn’t load the month" query={query} />
  const { today, days } = query.data
  const byDate = new Map(days.map((day) => [day.date, day]))
  return (
    <table className="mt-4 w-full table-fixed border-collapse">
      <caption className="sr-only">{format(fromIsoDate(date), 'MMMM yyyy')}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 text-center text-sm text-muted">
              <abbr title={weekday} className="no-underline">
                {weekday.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]} className="p-0.5 align-top">
                {day && (
                  <Day
                    day={day}
                    counts={byDate.get(day)}
                    isToday={day === today}
                    to={linkTo(day)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  day: IsoDate
  counts: Month['days'][number] | undefined
  isToday: boolean
  to: string
}

function Day({ day, counts, isToday, to }: DayProps) {
  const { appointments = 0, unpaid = 0, bookedMinutes = 0, openMinutes = 0 } = counts ?? {}
  const closure = closureOf(counts)
  const isClosed = openMinutes === 0
  return (
    <Link
      to={to}
      aria-current={isToday ? 'date' : undefined}
      className={`relative grid min-h-16 content-between rounded-xl border p-1.5 hover:bg-leaf lg:min-h-24 ${isClosed ? 'border-dashed bg-base-200' : 'bg-base-100'} ${
        isToday ? 'border-2 border-primary' : 'border-base-300'
      } ${appointments > 0 ? '' : 'text-muted'}`}
    >
      <span className="sr-only">
        {`${format(fromIsoDate(day), 'EEEE, MMMM d')}: ${describeDay(counts)}`}
      </span>
      <span aria-hidden="true" className="text-sm">
        {Number(day.slice(8))}
      </span>
      {appointments > 0 && (
        <span aria-hidden="true" className="grid gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-1">
            <span className="text-lg leading-none font-extrabold">{appointments}</span>
            {unpaid > 0 && (
              <span className="text-xs font-bold">
                {unpaid} <span className="max-lg:hidden">not paid</span>
                <span className="lg:hidden">$</span>
              </span>
            )}
          </span>
          {!isClosed && (
            <span className="block h-1.5 overflow-hidden rounded-full bg-base-300">
              <span
                className="block h-full bg-primary"
                style={{ width: `${shareOf(bookedMinutes, openMinutes)}%` }}
              />
            </span>
          )}
        </span>
      )}
      {closure && (
        <span
          aria-hidden="true"
          title={closure}
          // On narrow screens, a dashed border replaces it.
          className="truncate text-xs max-sm:hidden"
        >
          {closure}
        </span>
      )}
    </Link>
  )
}

/** In percent; above 100 with appointments outside opening hours. */
const shareOf = (booked: number, open: number) => Math.min(100, Math.round((100 * booked) / open))

/** 'Training', 'Closed'; undefined on an open day. */
function closureOf(day: Month['days'][number] | undefined): string | undefined {
  if (!day) return undefined
  return day.closures.join(', ') || (day.openMinutes === 0 ? 'Closed' : undefined)
}

/** '12 appointments, 3 not paid, 62% full' */
function describeDay(day: Month['days'][number] | undefined): string {
  const { appointments = 0, unpaid = 0, bookedMinutes = 0, openMinutes = 0 } = day ?? {}
  const closure = closureOf(day)
  return [
    appointments === 0 ? 'no appointments' : count(appointments, 'appointment'),
    unpaid > 0 && `${unpaid} not paid`,
    appointments > 0 && openMinutes > 0 && `${shareOf(bookedMinutes, openMinutes)}% full`,
    closure && closure !== 'Closed' ? `closed: ${closure}` : closure?.toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The days of a month in weeks that start on Sunday; null for days of other months. */
function weeksOf(month: string): (IsoDate | null)[][] {
  const first = `${month}-01`
  const days: (IsoDate | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; day.startsWith(month); day = dayAfter(day)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7))
}
