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
  /** A day of the month. */
  date: IsoDate
  linkTo: (date: IsoDate) => string
}

/** A month with the number of appointments of each day, which leads to it. */
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
            <th key={weekday} scope="col" className="pb-1 text-sm text-muted">
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
  const { appointments = 0, unpaid = 0 } = counts ?? {}
  return (
    <Link
      to={to}
      aria-current={isToday ? 'date' : undefined}
      className={`relative grid min-h-16 content-between rounded-xl border bg-base-100 p-1.5 hover:bg-leaf lg:min-h-24 ${
        isToday ? 'border-2 border-primary' : 'border-base-300'
      } ${appointments > 0 ? '' : 'text-muted'}`}
    >
      <span className="sr-only">
        {`${format(fromIsoDate(day), 'EEEE, MMMM d')}: ${countOf(appointments, unpaid)}`}
      </span>
      <span aria-hidden="true" className="text-sm">
        {Number(day.slice(8))}
      </span>
      {appointments > 0 && (
        <span aria-hidden="true" className="text-lg leading-none font-extrabold">
          {appointments}
        </span>
      )}
    </Link>
  )
}

function countOf(appointments: number, unpaid: number): string {
  if (appointments === 0) return 'no appointments'
  const all = count(appointments, 'appointment')
  return unpaid === 0 ? all : `${all}, ${unpaid} not paid`
}

/** The days of a month in weeks that start on Sunday; null where a week has days of others. */
function weeksOf(month: string): (IsoDate | null)[][] {
  const first = `${month}-01`
  const days: (IsoDate | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; day.startsWith(month); day = dayAfter(day)) days.push(day)
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7))
}
