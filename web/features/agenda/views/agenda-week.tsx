import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { dayAfter, formatWireDate, fromIsoDate, type IsoDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { initialsOf } from './agenda-order.ts'

interface AgendaWeekProps {
  /** The week's first day. */
  first: IsoDate
  today: IsoDate
  entries: readonly AgendaEntry[]
  isPrivate: boolean
  linkTo: (date: IsoDate) => string
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })

/** Seven days with their appointments; each leads to its day. */
export function AgendaWeek({ first, today, entries, isPrivate, linkTo }: AgendaWeekProps) {
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(first, index))
  const byDay = Map.groupBy(entries, ({ date }) => date)
  return (
    <ul
      aria-label="Days of the week"
      className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-7"
    >
      {days.map((day) => {
        const ofDay = byDay.get(day) ?? []
        return (
          <li
            key={day}
            className={`leaf min-w-0 bg-base-100 p-3 shadow-soft ${day === today ? 'outline-2 outline-primary' : ''}`}
          >
            <h2 className="text-base">
              <Link
                to={linkTo(day)}
                className="flex min-h-11 items-center font-extrabold underline underline-offset-4"
              >
                {weekday.format(fromIsoDate(day))}, {formatWireDate(day)}
              </Link>
            </h2>
            <p className="text-sm text-muted">
              {ofDay.length === 1 ? '1 appointment' : `${ofDay.length} appointments`}
            </p>
            <ul className="mt-1 grid gap-0.5 text-sm">
              {ofDay.map((entry) => (
                <li key={entry._id} className="truncate">
                  <span className="font-bold">{formatMinute(entry.startMinute)}</span>{' '}
                  {isPrivate ? initialsOf(entry.patientName) : entry.patientName}
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
