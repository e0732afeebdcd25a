import { useQueryClient } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { formatMinute, formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { bookPage, changePage } from '#web/both/appointments/booked-family.ts'
import { IconButton, IconLink } from '#web/components/icon-button.tsx'
import { Face } from '#web/components/people/face.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import type { Standing } from '#web/desk/appointments/agenda-order.ts'
import { AlertList } from '#web/desk/patients/alert-list.tsx'
import { AlertsButton } from '#web/desk/patients/alerts-button.tsx'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import {
  PatientFacts,
  PatientName,
  SameName,
  usePatientTexts,
} from '#web/desk/patients/patient-name.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { AttendanceControls, type AttendanceOptions, useAttendance } from './attendance.tsx'
import { CashPayment } from './cash-payment.tsx'
import { pressOn } from './entry-keys.ts'
import { useNextPatient } from './next-patient.ts'
import { NoteButton } from './note-button.tsx'

const squeezeDialog = componentChunk(() => import('./squeeze-dialog.tsx'))

const LOOKS: Record<Standing, string> = {
  next: 'border-l-4 border-l-primary',
  late: 'border-l-4 border-l-error',
  waiting: 'border-l-4 border-l-primary bg-leaf',
  in_room: 'border-l-4 border-l-primary',
  coming: 'border-l-4 border-l-transparent',
  done: 'border-l-4 border-l-transparent text-muted',
}

interface AgendaRowProps extends AttendanceOptions {
  standing: Standing
  isPrivate: boolean
  withDate: boolean
  isToSettle?: boolean
  /** Why it no longer fits the schedule. */
  conflict?: string | undefined
  as: 'row' | 'card'
}

/**
 * One appointment. While the focus is on it, A, R, C, N and U take its steps, P and K its
 * price, and M moves or cancels it.
 */
export const AgendaRow = memo(function AgendaRow(props: AgendaRowProps) {
  const { entry, time, standing, isPrivate, withDate, as, logic } = props
  const { isToSettle = false, conflict } = props
  const attendance = useAttendance({ entry, time, logic })
  const current = attendance.state.context.entry
  const goOn = useNextPatient(entry, attendance.state)
  const name = usePatientTexts().nameOf(current)
  const own = {
    tabIndex: 0,
    'data-entry': entry._id,
    'data-standing': standing,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => pressOn(event, attendance),
  }
  const when = (
    <>
      {withDate && <span className="block">{formatWireDate(entry.date)}</span>}
      <span className="font-extrabold">{formatMinute(entry.startMinute)}</span>
    </>
  )
  const payment = (
    <>
      <CashPayment entry={current} today={time.today} onTaken={goOn} />
      {isToSettle && <ListedClaim list="settle" id={entry._id} name={name} />}
    </>
  )
  const tags = (
    <>
      {entry.firstVisit && <Badge>First visit</Badge>}
      {entry.squeezed && <Badge>Extra patient</Badge>}
      {entry.reoffered && <Badge>Re-offered: another time is held</Badge>}
    </>
  )
  const conflictNote = conflict && (
    <p className="text-sm font-bold text-error">No longer fits: {conflict}</p>
  )
  const badge = STANDINGS[standing]
  const patientProps = { entry: current, time, isPrivate, as }

  if (as === 'row') {
    return (
      <tr
        {...own}
        className={`border-t border-base-300 text-base leading-tight ${LOOKS[standing]}`}
      >
        <td className="w-px px-2 py-0.5 whitespace-nowrap">
          <div className="flex flex-wrap items-center gap-x-2 @min-[62rem]:flex-nowrap">
            <span>{when}</span>
            {badge && <Badge>{badge}</Badge>}
          </div>
        </td>
        <th
          scope="row"
          className="px-2 py-0.5 font-normal @min-[62rem]:w-full @min-[62rem]:max-w-0"
        >
          <Patient {...patientProps}>
            {tags}
            {conflictNote}
          </Patient>
        </th>
        <td className="px-2 py-0.5 @min-[62rem]:max-w-40 @min-[62rem]:min-w-32 @min-[62rem]:truncate">
          <Treatment entry={entry} as="row" />
        </td>
        <td className="px-2 py-0.5 @min-[62rem]:min-w-40">{payment}</td>
        <td className="px-2 py-0.5 @min-[62rem]:min-w-84">
          <AttendanceControls attendance={attendance} patientName={name} />
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
      {tags}
      {conflictNote}
      <Patient {...patientProps} />
      <p>
        <Treatment entry={entry} />
      </p>
      {payment}
      <AttendanceControls attendance={attendance} patientName={name} />
    </li>
  )
})

const STANDINGS: Partial<Record<Standing, string>> = {
  next: 'Next',
  late: 'Late',
  waiting: 'Waiting',
  in_room: 'In room',
}

function Badge({ children }: { children: string }) {
  return (
    <span className="block w-fit rounded-full border border-current px-2 text-xs font-bold">
      {children}
    </span>
  )
}

interface TreatmentProps extends Pick<AgendaRowProps, 'entry'> {
  /** Long names are cut in a row. */
  as?: AgendaRowProps['as']
}

function Treatment({ entry: { treatment, doctor }, as = 'card' }: TreatmentProps) {
  return (
    <>
      {as === 'card' ? (
        <BreakAfterSlash text={treatment} />
      ) : (
        <span title={treatment}>{treatment}</span>
      )}
      {doctor && <span className="block truncate text-xs text-muted">{doctor.name}</span>}
    </>
  )
}

interface PatientProps extends Pick<AgendaRowProps, 'entry' | 'time' | 'isPrivate' | 'as'> {
  /** What else a row says of the appointment. */
  children?: ReactNode
}

function Patient({ entry, time, isPrivate, as, children }: PatientProps) {
  const { _id, family, patientName, child, childId, alerts, missed, note } = entry
  const { overrideReason, squeezed, attendance } = entry
  const queries = useQueryClient()
  const name = usePatientTexts().nameOf(entry)
  if (isPrivate) {
    return (
      <div className="agenda-facts font-bold">
        <PatientName of={entry} />
        {children}
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1 @min-[62rem]:flex-nowrap">
      {childId !== null && <Face id={childId} name={patientName} size="xs" />}
      <div className={as === 'row' ? 'agenda-facts' : 'min-w-0 grow basis-44'}>
        <p className="font-bold [overflow-wrap:anywhere]">
          <FamilyLink
            family={family}
            className="underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center pointer-coarse:gap-1"
          >
            <PatientName of={entry} />
          </FamilyLink>
          <SameName of={entry} />
        </p>
        <AlertList alerts={alerts} />
        {children}
        {missed > 0 && (
          <p title="In the last 12 months" className="text-xs font-bold text-error">
            {missed} missed
          </p>
        )}
        <p className="agenda-phone text-xs">
          <PhoneLink
            of={entry}
            className="whitespace-nowrap pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          />
        </p>
        {as === 'card' && <PatientFacts of={entry} />}
        {overrideReason && (
          <p className="text-xs" title={overrideReason}>
            {squeezed ? 'Squeezed in' : 'Exception'}: {overrideReason}
          </p>
        )}
        {note && (
          <p className="agenda-note text-xs whitespace-pre-line" title={note}>
            {note}
          </p>
        )}
      </div>
      <div className="flex flex-wrap @min-[62rem]:shrink-0 @min-[62rem]:flex-nowrap">
        {family && (
          <IconLink
            label={`Book again for ${name}`}
            Icon={CalendarPlus}
            to={bookPage({ id: family }, child?._id)}
          />
        )}
        {family && attendance === 'expected' && (
          <IconLink
            label={`Move or cancel the appointment of ${name}`}
            Icon={CalendarClock}
            to={changePage({ id: family }, _id)}
            aria-keyshortcuts="m"
          />
        )}
        <SqueezeButton entry={entry} time={time} />
        <IconLink
          label={`Emails about the appointment of ${name}`}
          Icon={Mail}
          to={`/dashboard/emails?appointment=${_id}`}
        />
        {childId !== null && (
          <AlertsButton
            childId={childId}
            name={name}
            onChange={() => void queries.invalidateQueries({ queryKey: AGENDA_KEY })}
          />
        )}
        <NoteButton entry={entry} />
      </div>
    </div>
  )
}

/** Puts one extra patient beside a time that has not begun; each time has one at most. */
function SqueezeButton({ entry, time }: { entry: AgendaEntry; time: ClinicTime }) {
  const [isOpen, setOpen] = useState(false)
  const { date, startMinute, doctor, squeezed } = entry
  const isOver = date < time.today || (date === time.today && startMinute <= time.minute)
  if (squeezed || isOver) return null
  const slot = formatSlot(entry)
  const label = `Squeeze in a patient at ${slot}${doctor ? ` with ${doctor.name}` : ''}`
  return (
    <>
      <IconButton label={label} Icon={ListPlus} onClick={() => setOpen(true)} />
      {isOpen && (
        <LazyComponent
          chunk={squeezeDialog}
          props={{ entry, slot, onClose: () => setOpen(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
