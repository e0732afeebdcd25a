import { useQueryClient } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CalendarX from 'lucide-react/icons/calendar-x'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatSlot, startOfSlot } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { MOVE_PARAMETER } from '#web/both/appointments/address-parameters.ts'
import { bookPage, changePage } from '#web/both/appointments/booked-family.ts'
import { Face } from '#web/components/people/face.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { ActionButton, ActionLink } from '#web/desk/appointments/action.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { deskStateOf, isNext } from '#web/desk/appointments/agenda-order.ts'
import { NextVisitButton } from '#web/desk/next-visits/next-visit-button.tsx'
import { AlertList } from '#web/desk/patients/alert-list.tsx'
import { AlertsButton } from '#web/desk/patients/alerts-button.tsx'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import {
  PatientFacts,
  PatientName,
  SameName,
  usePatientTexts,
} from '#web/desk/patients/patient-name.tsx'
import { AttendanceControls, type AttendanceOptions, useAttendance } from './attendance.tsx'
import { DeskStateBadge, Exception, Missed, Tags } from './badges.tsx'
import { CashPayment } from './cash-payment.tsx'
import { pressOn } from './entry-keys.ts'
import { FollowUp } from './follow-up.tsx'
import { NoteButton } from './note-button.tsx'

const squeezeDialog = componentChunk(() => import('./squeeze-dialog.tsx'))
const waitingFamilies = componentChunk(() => import('#web/desk/waitlist/waiting-families.tsx'))
const cancelAppointment = componentChunk(() => import('./cancel-appointment.tsx'))
const countedVisit = componentChunk(() => import('#web/desk/next-visits/counted-visit.tsx'))

export interface AppointmentPanelProps extends AttendanceOptions {
  /** When the next patients of today are due. */
  next: number | undefined
  /** Why it no longer fits the schedule. */
  conflict?: string | undefined
  isPrivate: boolean
  withDate?: boolean
  /** The key of a step to take at once. */
  stepKey?: string | null
  /** Moves it among the times on the screen; without it, a page of its own does. */
  onMove?: ((entry: AgendaEntry) => (() => void) | undefined) | undefined
  onCanceled: () => void
}

/**
 * All about one appointment, and every action of staff on it, wherever they have chosen it. The
 * keys of a row work here, too.
 */
export default function AppointmentPanel(props: AppointmentPanelProps) {
  const { entry, time, next, conflict, isPrivate, stepKey = null } = props
  const { onMove, onCanceled, logic } = props
  const attendance = useAttendance({ entry, time, logic })
  const current = attendance.state.context.entry
  const name = usePatientTexts().nameOf(current)
  const [isCanceling, setCanceling] = useState(false)
  const [isCanceled, setCanceled] = useState(false)
  const root = useKeptFocus()
  const press = useEffectEvent((key: string) => void attendance.press(key))
  useEffect(() => {
    if (stepKey) press(stepKey)
  }, [stepKey])
  const { note, treatment, doctor, childId } = current
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have keys of their own.
    <div
      {...root}
      tabIndex={-1}
      data-panel=""
      onKeyDown={(event) => pressOn(event, attendance)}
      className="grid gap-3 outline-none *:min-w-0"
    >
      <div className="flex flex-wrap gap-1 empty:hidden">
        <DeskStateBadge deskState={deskStateOf(current, time, isNext(current, time, next))} />
        <Tags entry={current} />
      </div>
      {conflict && <p className="font-bold text-error">No longer fits: {conflict}</p>}
      <Patient entry={current} isPrivate={isPrivate} />
      <p>
        <BreakAfterSlash text={treatment} />
        {doctor && <span className="block text-sm text-muted">{doctor.name}</span>}
      </p>
      {!isPrivate && <Exception entry={current} />}
      {note && !isPrivate && (
        <p className="rounded-xl bg-honey px-3 py-2 whitespace-pre-line wrap-anywhere">{note}</p>
      )}
      {!isCanceled && (
        <>
          <AttendanceControls attendance={attendance} patientName={name} />
          <CashPayment entry={current} today={time.today} withWords />
          {childId !== null && current.attendance === 'completed' && !isPrivate && (
            <LazyComponent
              chunk={countedVisit}
              props={{ childId, visit: current._id }}
              waiting={null}
            />
          )}
          <Actions
            {...{ entry: current, time, isPrivate }}
            onMove={onMove?.(current)}
            onCancel={() => setCanceling(true)}
          />
        </>
      )}
      {isCanceled && !isOver(current, time) && (
        <LazyComponent
          chunk={waitingFamilies}
          props={{
            date: current.date,
            times: [{ treatment, doctor: doctor?.name ?? null, slot: formatSlot(current) }],
          }}
          waiting={null}
        />
      )}
      {isCanceling && (
        <LazyComponent
          chunk={cancelAppointment}
          props={{
            entry: current,
            onCanceled: () => {
              setCanceled(true)
              onCanceled()
            },
            onClose: () => setCanceling(false),
          }}
          waiting={<Spinner label="Loading what can be canceled" />}
        />
      )}
    </div>
  )
}

/**
 * Moves the focus to the panel when the focused button disappears, for example after a step or a
 * payment.
 */
function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) ref.current?.focus()
  })
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    // React does not call `onBlur` for elements that it removes.
    onBlur: () => {
      hasFocus.current = false
    },
  }
}

function Patient({ entry, isPrivate }: Pick<AppointmentPanelProps, 'entry' | 'isPrivate'>) {
  const { childId, patientName, family, alerts, missed } = entry
  return (
    <div className="flex gap-2">
      {childId !== null && !isPrivate && <Face id={childId} name={patientName} size="xs" />}
      <div className="min-w-0 grow">
        <p className="text-lg font-bold wrap-anywhere">
          <FamilyLink
            family={isPrivate ? null : family}
            className="underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {/* The heading above has the birth date, if the day has two of the name. */}
            <PatientName of={entry} birthDate="never" />
          </FamilyLink>
          <SameName of={entry} />
        </p>
        <PatientFacts of={entry} />
        {!isPrivate && (
          <p>
            <PhoneLink
              of={entry}
              className="pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            />
          </p>
        )}
        {!isPrivate && <AlertList alerts={alerts} />}
        <Missed count={missed} />
      </div>
    </div>
  )
}

interface ActionsProps extends Pick<AppointmentPanelProps, 'entry' | 'time' | 'isPrivate'> {
  onMove: (() => void) | undefined
  onCancel: () => void
}

function Actions({ entry, time, isPrivate, onMove, onCancel }: ActionsProps) {
  const { _id, family, child, childId, attendance } = entry
  const queries = useQueryClient()
  const name = usePatientTexts().nameOf(entry)
  const canChange = family !== null && attendance === 'expected'
  const move = {
    label: `Move the appointment of ${name}`,
    text: 'Move',
    Icon: CalendarClock,
    'aria-keyshortcuts': 'm',
  }
  return (
    <div className="flex flex-wrap gap-2">
      {canChange && onMove && <ActionButton {...move} onClick={onMove} />}
      {canChange && !onMove && (
        <ActionLink {...move} to={`${changePage({ id: family }, _id)}?${MOVE_PARAMETER}`} />
      )}
      {canChange && (
        <ActionButton
          label={`Cancel the appointment of ${name}`}
          text="Cancel"
          Icon={CalendarX}
          onClick={onCancel}
        />
      )}
      {family !== null && <FollowUp entry={entry} family={family} />}
      {family !== null && (
        <ActionLink
          label={`Book again for ${name}`}
          text="Book again"
          Icon={CalendarPlus}
          to={bookPage({ id: family }, child?._id)}
        />
      )}
      <SqueezeButton entry={entry} time={time} />
      {childId !== null && (
        <NextVisitButton
          {...{ appointment: _id, childId, name, today: time.today }}
          listsOpen
          text="Next visit"
        />
      )}
      {!isPrivate && <NoteButton entry={entry} text="Note" />}
      {!isPrivate && childId !== null && (
        <AlertsButton
          {...{ childId, name }}
          text="Alert"
          onChange={() => void queries.invalidateQueries({ queryKey: AGENDA_KEY })}
        />
      )}
      <ActionLink
        label={`Emails about the appointment of ${name}`}
        text="Emails"
        Icon={Mail}
        to={`/dashboard/emails?appointment=${_id}`}
      />
    </div>
  )
}

/** Whether its time has begun. */
const isOver = ({ date, startMinute }: AgendaEntry, { today, minute }: ClinicTime) =>
  date < today || (date === today && startMinute <= minute)

/** Puts one extra patient beside a time that has not begun; each time has one at most. */
function SqueezeButton({ entry, time }: Pick<AppointmentPanelProps, 'entry' | 'time'>) {
  const [isOpen, setOpen] = useState(false)
  const { doctor, squeezed } = entry
  if (squeezed || isOver(entry, time)) return null
  const slot = formatSlot(entry)
  const label = `Squeeze in a patient at ${startOfSlot(slot)}${doctor ? ` with ${doctor.name}` : ''}`
  return (
    <>
      <ActionButton
        {...{ label }}
        text="Squeeze in"
        Icon={ListPlus}
        onClick={() => setOpen(true)}
      />
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
