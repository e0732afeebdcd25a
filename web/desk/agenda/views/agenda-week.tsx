import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { findNextStart } from '#web/desk/appointments/agenda-order.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { useConflicts } from '#web/desk/tasks/use-conflicts.ts'
import { ChosenAppointment } from '../appointment/chosen-appointment.tsx'
import { useChosen } from '../appointment/use-chosen.ts'
import { isEmptyWeekend } from '../calendar/day-layout.ts'
import { useClinicTime } from '../clinic-time.ts'

interface AgendaWeekProps {
  /** The week's first day. */
  first: IsoDate
  agenda: Agenda
  /** Without it, every day is shown. */
  frame: AgendaFrame | undefined
  linkTo: (date: IsoDate) => string
  /** Shows all about an appointment; absent on paper. */
  onOpen?: (id: string) => void
}

/** The week as a list, with a panel of the chosen appointment. */
export function ListedWeek(props: AgendaWeekProps) {
  const { agenda } = props
  const isPrivate = usePrivacy()
  const conflicts = useConflicts()
  const time = useClinicTime(agenda)
  const next = findNextStart(agenda.entries, time)
  const chosen = useChosen(agenda.entries)
  return (
    <>
      <AgendaWeek {...props} onOpen={chosen.choose} />
      <ChosenAppointment
        {...{ chosen, conflicts, time, next, isPrivate }}
        withDate
        onClose={chosen.leave}
      />
    </>
  )
}

/** The days of a week with their appointments, without empty weekends; each leads to its day. */
export function AgendaWeek({ first, agenda, frame, linkTo, onOpen }: AgendaWeekProps) {
  const { today, entries } = agenda
  const conflicts = useConflicts()
  const formatDay = useDayFormat()
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
                {formatDay(day)}
              </Link>
            </h2>
            <p className="text-sm text-muted">{count(ofDay.length, 'appointment')}</p>
            <ul className="mt-1 grid gap-0.5 text-sm">
              {ofDay.map((entry) => (
                <li key={entry._id} className="flex items-center gap-1 whitespace-nowrap">
                  <EntryLine entry={entry} onOpen={onOpen} />
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

function EntryLine({ entry, onOpen }: Pick<AgendaWeekProps, 'onOpen'> & { entry: AgendaEntry }) {
  const line = (
    <>
      <span className="font-bold">{formatMinute(entry.startMinute)}</span>{' '}
      <span className="truncate">
        <PatientName of={entry} />
      </span>
    </>
  )
  if (!onOpen) return line
  return (
    <button
      type="button"
      onClick={() => onOpen(entry._id)}
      className="flex min-h-9 min-w-0 cursor-pointer items-center gap-1 underline decoration-line underline-offset-4 pointer-coarse:min-h-11"
    >
      {line}
    </button>
  )
}
