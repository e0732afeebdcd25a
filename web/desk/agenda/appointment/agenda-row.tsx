import PanelRight from 'lucide-react/icons/panel-right'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { changePage } from '#web/both/appointments/booked-family.ts'
import { IconButton } from '#web/components/icon-button.tsx'
import { Face } from '#web/components/people/face.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import type { DeskState } from '#web/desk/appointments/agenda-order.ts'
import { formatNearDay } from '#web/desk/appointments/day-format.ts'
import { NextVisitButton } from '#web/desk/next-visits/next-visit-button.tsx'
import { AlertList } from '#web/desk/patients/alert-list.tsx'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import {
  PatientFacts,
  PatientName,
  SameName,
  usePatientTexts,
} from '#web/desk/patients/patient-name.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { AttendanceControls, type AttendanceOptions, useAttendance } from './attendance.tsx'
import { DeskStateBadge, Exception, Missed, ROW_LOOKS, Tags } from './badges.tsx'
import { CashPayment } from './cash-payment.tsx'
import { isLetterMeant, pressOn } from './entry-keys.ts'
import { useNextPatient } from './next-patient.ts'

interface AgendaRowProps extends AttendanceOptions {
  deskState: DeskState
  isPrivate: boolean
  withDate: boolean
  isToSettle?: boolean
  /** Why it does not fit the schedule. */
  conflict?: string | undefined
  as: 'row' | 'card'
  /**
   * Shows all about it.
   * @param takesFocus whether it was chosen by keyboard
   */
  onOpen: (id: string, options: { takesFocus: boolean }) => void
}

/**
 * One appointment. While the focus is on it, A, R, C, N and U take its steps, P and K its
 * price, M moves or cancels it, and Enter shows all about it.
 */
export const AgendaRow = memo(function AgendaRow(props: AgendaRowProps) {
  const { entry, time, deskState, isPrivate, withDate, as, logic } = props
  const { isToSettle = false, conflict, onOpen } = props
  const navigate = useNavigate()
  const attendance = useAttendance({ entry, time, logic })
  const current = attendance.state.context.entry
  const goOn = useNextPatient(entry, attendance.state)
  const name = usePatientTexts().nameOf(current)
  const own = {
    tabIndex: 0,
    'data-entry': entry._id,
    'data-desk-state': deskState,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, currentTarget } = event
      if (pressOn(event, attendance)) return
      if (target !== currentTarget) return
      if (key === 'Enter') onOpen(entry._id, { takesFocus: true })
      if (key.toLowerCase() !== 'm' || !isLetterMeant(event)) return
      if (canChange(entry)) void navigate(changePage({ id: entry.family }, entry._id))
    },
    onClick: ({ target }: MouseEvent<HTMLElement>) => {
      // Not for a press on something in the row, or in a dialog of it.
      if (target instanceof Element && !target.closest('a, button, dialog')) {
        onOpen(entry._id, { takesFocus: false })
      }
    },
  }
  const when = (
    <>
      {withDate && <span className="block">{formatNearDay(entry.date, time.today)}</span>}
      <span className="font-extrabold">{formatMinute(entry.startMinute)}</span>
    </>
  )
  const payment = (
    <>
      <CashPayment entry={current} today={time.today} onTaken={goOn} />
      {isToSettle && <ListedClaim list="settle" id={entry._id} name={name} />}
    </>
  )
  const conflictNote = conflict && (
    <p className="text-sm font-bold text-error">No longer fits: {conflict}</p>
  )
  const badge = <DeskStateBadge deskState={deskState} />
  const patientProps = { entry: current, isPrivate, as }
  const { childId } = current
  const nextVisit = current.attendance === 'completed' && childId !== null && (
    <NextVisitButton
      {...{ appointment: current._id, childId, name, today: time.today }}
      listsOpen
    />
  )
  const details = (
    <IconButton
      label={`Details of the appointment of ${name}`}
      Icon={PanelRight}
      // `detail` is 0 for a click by keyboard.
      onClick={({ detail }) => onOpen(entry._id, { takesFocus: detail === 0 })}
    />
  )

  if (as === 'row') {
    return (
      <tr
        {...own}
        className={`border-t border-base-300 text-base leading-tight ${ROW_LOOKS[deskState]}`}
      >
        <td className="w-px px-2 py-0.5 whitespace-nowrap">
          <div className="flex flex-wrap items-center gap-x-2 @min-[62rem]:flex-nowrap">
            <span>{when}</span>
            {badge}
          </div>
        </td>
        <th
          scope="row"
          className="px-2 py-0.5 font-normal @min-[62rem]:w-full @min-[62rem]:max-w-0"
        >
          <Patient {...patientProps}>
            <Tags entry={entry} />
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
        <td className="w-px px-1 py-0.5">
          <span className="flex">
            {nextVisit}
            {details}
          </span>
        </td>
      </tr>
    )
  }
  return (
    <li {...own} className={`leaf grid gap-2 bg-base-100 p-4 shadow-soft ${ROW_LOOKS[deskState]}`}>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="grow">{when}</span>
        {badge}
        {nextVisit}
        {details}
      </p>
      <Tags entry={entry} />
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

interface TreatmentProps extends Pick<AgendaRowProps, 'entry'> {
  /** How names are rendered; rows truncate them. */
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

/** Whether M leads to the page on which it is moved or canceled. */
const canChange = (entry: AgendaEntry): entry is AgendaEntry & { family: string } =>
  entry.family !== null && entry.attendance === 'expected'

interface PatientProps extends Pick<AgendaRowProps, 'entry' | 'isPrivate' | 'as'> {
  /** Further facts about the appointment. */
  children?: ReactNode
}

function Patient({ entry, isPrivate, as, children }: PatientProps) {
  const { family, patientName, childId, alerts, missed, note } = entry
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
        <Missed count={missed} />
        <p className="text-xs">
          <PhoneLink
            of={entry}
            className="whitespace-nowrap pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          />
        </p>
        {as === 'card' && <PatientFacts of={entry} />}
        <Exception entry={entry} />
        {note && (
          <p className="agenda-note text-xs whitespace-pre-line" title={note}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
