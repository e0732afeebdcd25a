import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { dayAfter, formatFullDay, type IsoDate } from '#contract/dates.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { useConflicts } from '#web/desk/tasks/use-conflicts.ts'
import { isEmptyWeekend } from '../calendar/day-layout.ts'

interface AgendaWeekProps {
  /** The week's first day. */
  first: IsoDate
  agenda: Agenda
  /** Without it, every day is shown. */
  frame: AgendaFrame | undefined
  linkTo: (date: IsoDate) => string
}

/** The days of a week with their appointments, without empty weekends; each leads to its day. */
export function AgendaWeek({ first, agenda, frame, linkTo }: AgendaWeekProps) {
  const { today, entries } = agenda
  const conflicts = useConflicts()
  const left = frame?.days.filter((day) => isEmptyWeekend(day, entries)).map(({ date }) => date)
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(first, index)).filter(
    (day) => !left?.includes(day),
  )
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
                {formatFullDay(day)}
              </Link>
            </h2>
            <p className="text-sm text-muted">{count(ofDay.length, 'appointment')}</p>
            <ul className="mt-1 grid gap-0.5 text-sm">
              {ofDay.map((entry) => (
                <li key={entry._id} className="flex gap-1 whitespace-nowrap">
                  <span className="font-bold">{formatMinute(entry.startMinute)}</span>{' '}
                  <span className="truncate">
                    <PatientName of={entry} />
                  </span>
                  {conflicts.has(entry._id) && (
                    <strong className="text-error">No longer fits</strong>
                  )}
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
