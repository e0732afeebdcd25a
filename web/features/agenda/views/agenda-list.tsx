import CalendarClock from 'lucide-react/icons/calendar-clock'
import Mail from 'lucide-react/icons/mail'
import { type KeyboardEvent, memo, startTransition, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { describeBookedChild } from '#contract/families/children.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { phoneLink } from '#contract/schedule/clinic-details.ts'
import type { attendanceMachine, ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Button } from '#web/components/button.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { changePage, familyPage } from '#web/features/booking/booked-family.ts'
import { AttendanceControls, useAttendance } from '../attendance.tsx'
import { DeskPayment } from '../desk-payment.tsx'
import { NoteButton } from '../note-dialog.tsx'
import { findNextStart, initialsOf, type Standing, standingOf } from './agenda-order.ts'
import { moveByArrows, pressOn } from './entry-keys.ts'

interface AgendaListProps {
  entries: readonly AgendaEntry[]
  time: ClinicTime
  /** Shows initials instead of names, and no phone numbers. */
  isPrivate: boolean
  /** The entries are of several days. */
  withDates?: boolean
}

const COLUMNS = ['Time', 'Patient', 'Treatment', 'Payment', 'Attendance'] as const

const LOOKS: Record<Standing, string> = {
  next: 'border-l-4 border-l-primary',
  late: 'border-l-4 border-l-error',
  waiting: 'border-l-4 border-l-primary bg-leaf',
  coming: 'border-l-4 border-l-transparent',
  done: 'border-l-4 border-l-transparent text-muted',
}

/** The appointments in the order of their times: a table where there is room. */
export function AgendaList({ entries, time, isPrivate, withDates = false }: AgendaListProps) {
  const wide = useWideScreen('xl')
  const next = findNextStart(entries, time)
  const rows = entries.map((entry) => ({
    entry,
    time,
    isPrivate,
    withDate: withDates,
    standing: standingOf(entry, time, entry.date === time.today && entry.startMinute === next),
  }))
  // What was over a while ago is folded away, so that the day begins with now.
  const firstOpen = rows.findIndex(
    ({ entry, standing }) => standing !== 'done' || !isLongOver(entry, time),
  )
  const over = withDates ? 0 : firstOpen < 0 ? rows.length : firstOpen
  const [showsOver, setShowsOver] = useState(false)
  const unfolded = showsOver ? rows : rows.slice(over)
  const shown = unfolded.slice(0, useGradually(unfolded.length))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move the focus.
    <div className="dense-controls mt-4" onKeyDown={moveByArrows}>
      {over > 0 && (
        <Button
          look="quiet"
          aria-expanded={showsOver}
          onClick={() => setShowsOver(!showsOver)}
          className="mb-2 min-h-11 px-4"
        >
          {showsOver ? 'Hide' : 'Show'} {over} that {over === 1 ? 'is' : 'are'} over
        </Button>
      )}
      {wide ? (
        <Table caption="Appointments" columns={COLUMNS}>
          {shown.map((row) => (
            <AgendaRow key={row.entry._id} {...row} as="row" />
          ))}
        </Table>
      ) : (
        <ul aria-label="Appointments" className="grid gap-3">
          {shown.map((row) => (
            <AgendaRow key={row.entry._id} {...row} as="card" />
          ))}
        </ul>
      )}
    </div>
  )
}

/** More rows than a screen has room for. */
const AT_ONCE = 20

/** How many rows of a long list are there: some at once, the others little by little after them. */
function useGradually(count: number): number {
  const [reached, setReached] = useState(AT_ONCE)
  useEffect(() => {
    if (reached < count) startTransition(() => setReached(reached + AT_ONCE))
  }, [reached, count])
  return reached
}

/** How long a finished appointment stays in view for an undo, in minutes after its end. */
const STAYS_MINUTES = 30

function isLongOver(
  { date, startMinute, lengthMinutes }: AgendaEntry,
  { today, minute }: ClinicTime,
) {
  return date < today || (date === today && startMinute + lengthMinutes + STAYS_MINUTES <= minute)
}

interface AgendaRowProps {
  entry: AgendaEntry
  time: ClinicTime
  standing: Standing
  isPrivate: boolean
  withDate: boolean
  as: 'row' | 'card'
  /** The machine with other actors, for tests. */
  logic?: typeof attendanceMachine
}

/**
 * One appointment. While the focus is on it, A, C, N and U take its steps, P and K its
 * price, and M moves or cancels it.
 */
export const AgendaRow = memo(function AgendaRow(props: AgendaRowProps) {
  const { entry, time, standing, isPrivate, withDate, as, logic } = props
  const attendance = useAttendance({ entry, time, logic })
  const current = attendance.state.context.entry
  const shown = isPrivate ? { ...current, patientName: initialsOf(current.patientName) } : current
  const own = {
    tabIndex: 0,
    'data-entry': entry._id,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => pressOn(event, attendance),
  }
  const when = (
    <>
      {withDate && <span className="block">{formatWireDate(entry.date)}</span>}
      <span className="font-extrabold">{formatMinute(entry.startMinute)}</span>
    </>
  )
  const payment = <DeskPayment entry={shown} today={time.today} />
  const badge = STANDINGS[standing]

  if (as === 'row') {
    return (
      <tr {...own} className={`border-t border-base-300 text-base leading-snug ${LOOKS[standing]}`}>
        <td className="px-2 py-1 whitespace-nowrap">
          {when}
          {badge && <Badge>{badge}</Badge>}
        </td>
        <th scope="row" className="px-2 py-1 font-normal">
          <Patient entry={shown} isPrivate={isPrivate} />
        </th>
        <td className="px-2 py-1">
          <Treatment entry={entry} />
        </td>
        <td className="px-2 py-1">{payment}</td>
        <td className="px-2 py-1">
          <AttendanceControls attendance={attendance} patientName={shown.patientName} />
        </td>
      </tr>
    )
  }
  return (
    <li {...own} className={`leaf grid gap-2 bg-base-100 p-4 shadow-soft ${LOOKS[standing]}`}>
      <p className="flex items-baseline justify-between gap-3">
        <span>{when}</span>
        {badge && <Badge>{badge}</Badge>}
      </p>
      <Patient entry={shown} isPrivate={isPrivate} />
      <p>
        <Treatment entry={entry} />
      </p>
      {payment}
      <AttendanceControls attendance={attendance} patientName={shown.patientName} />
    </li>
  )
})

const STANDINGS: Partial<Record<Standing, string>> = {
  next: 'Next',
  late: 'Late',
  waiting: 'Waiting',
}

function Badge({ children }: { children: string }) {
  return (
    <span className="block w-fit rounded-full border border-current px-2 text-sm font-bold">
      {children}
    </span>
  )
}

function Treatment({ entry: { treatment, doctor } }: { entry: AgendaEntry }) {
  return (
    <>
      <BreakAfterSlash text={treatment} />
      {doctor && <span className="block text-sm text-muted">{doctor.name}</span>}
    </>
  )
}

function Patient({ entry, isPrivate }: { entry: AgendaEntry; isPrivate: boolean }) {
  const { family, patientName, child, phone, missed, note, overrideReason } = entry
  if (isPrivate) return <p className="font-bold">{patientName}</p>
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 grow">
        <p className="font-bold [overflow-wrap:anywhere]">
          {family ? (
            <Link
              to={familyPage({ id: family })}
              className="inline-block min-h-6 underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {patientName}
            </Link>
          ) : (
            patientName
          )}
        </p>
        {child && (
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {describeBookedChild(child)}
          </p>
        )}
        <p className="text-sm">
          <a href={phoneLink(phone)} className="whitespace-nowrap underline underline-offset-4">
            {phone}
          </a>
          {missed > 0 && (
            <span className="ml-2 font-bold text-error">
              {missed === 1 ? '1 missed appointment' : `${missed} missed appointments`}
            </span>
          )}
        </p>
        {overrideReason && <p className="mt-1 text-sm">Exception: {overrideReason}</p>}
        {note && <p className="mt-1 text-sm whitespace-pre-line">{note}</p>}
      </div>
      <div className="flex shrink-0">
        <ChangeLink entry={entry} />
        <EmailsLink entry={entry} />
        <NoteButton entry={entry} />
      </div>
    </div>
  )
}

/** Leads to where the appointment is moved or canceled; for families that still exist. */
function ChangeLink({ entry: { _id, family, patientName, attendance } }: { entry: AgendaEntry }) {
  if (family === null || attendance !== 'expected') return null
  const label = `Move or cancel the appointment of ${patientName}`
  return (
    <Link
      to={changePage({ id: family }, _id)}
      aria-label={label}
      aria-keyshortcuts="m"
      title={label}
      className="button-icon"
    >
      <CalendarClock aria-hidden="true" size={18} />
    </Link>
  )
}

/** Leads to the emails about the appointment. */
function EmailsLink({ entry: { _id, patientName } }: { entry: AgendaEntry }) {
  const label = `Emails about the appointment of ${patientName}`
  return (
    <Link
      to={`/dashboard/emails?appointment=${_id}`}
      aria-label={label}
      title={label}
      className="button-icon"
    >
      <Mail aria-hidden="true" size={18} />
    </Link>
  )
}
