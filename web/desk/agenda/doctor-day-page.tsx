import './agenda.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { dateInAddress, dayAfter, formatLongDay, type IsoDate } from '#contract/dates.ts'
import { minutesSinceStep } from '#contract/front-desk/agenda.ts'
import type { DoctorDay, DoctorEntry } from '#contract/front-desk/doctor-day.ts'
import * as dayCalls from '#contract/front-desk/doctor-day-calls.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Face } from '#web/components/people/face.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import {
  type DeskState,
  deskStateOf,
  findNextStart,
  isNext,
} from '#web/desk/appointments/agenda-order.ts'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { DaySteps } from '#web/desk/appointments/day-steps.tsx'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { NextVisitButton } from '#web/desk/next-visits/next-visit-button.tsx'
import { AlertList } from '#web/desk/patients/alert-list.tsx'
import { AlertsButton } from '#web/desk/patients/alerts-button.tsx'
import {
  PatientFacts,
  PatientName,
  SameName,
  SameNamesContext,
  usePatientTexts,
} from '#web/desk/patients/patient-name.tsx'
import { findSameNames } from '#web/desk/patients/same-names.ts'
import { followEvents } from '#web/lib/api/event-stream.ts'
import { invalidateAnew } from '#web/lib/api/fetch-anew.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { DeskStateBadge, ROW_LOOKS, Tags } from './appointment/badges.tsx'
import { NoteButton } from './appointment/note-button.tsx'
import type { NoteCalls } from './appointment/note-dialog.tsx'
import { useClinicMinute } from './clinic-time.ts'
import { DoctorColumn } from './doctor-column.tsx'

const DAY_KEY = ['my-day']

const NOTE_CALLS: NoteCalls = {
  save: (id, body) => send(dayCalls.noteOfMyDay, { params: { id }, body }),
  read: (id, signal) => send(dayCalls.listNotesOfMyDay, { params: { id }, signal }),
  queryKey: DAY_KEY,
}

/** A doctor's own appointments of a day. */
export default function DoctorDayPage() {
  const [parameters, setParameters] = useSearchParams()
  const asked = dateInAddress(parameters, 'date', undefined)
  const query = useQuery({
    queryKey: [...DAY_KEY, asked ?? 'today'],
    queryFn: ({ signal }) =>
      send(dayCalls.getMyDay, { query: asked ? { date: asked } : {}, signal }),
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  const isLive = useLiveDay()
  return (
    <>
      <PageTitle className="print:text-2xl">My day</PageTitle>
      {!isLive && (
        <p className="mt-2 w-fit rounded-lg bg-honey px-2 py-1 font-bold text-base-content print:hidden">
          Not live: changes show within a minute
        </p>
      )}
      <Loaded query={query} what="your day">
        {(day) => (
          <Day
            day={day}
            answeredAt={query.dataUpdatedAt}
            onChoose={(date) => setParameters(date === null ? {} : { date })}
          />
        )}
      </Loaded>
    </>
  )
}

/**
 * Updates the day when an appointment changes, while the page is visible.
 * @returns whether updates are live
 */
function useLiveDay(): boolean {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const onEvent = () => void invalidateAnew(queries, { queryKey: DAY_KEY })
    return followEvents('/my-day/changes', { onEvent, onState: setLive })
  }, [queries])
  return isLive
}

interface DayProps {
  day: DoctorDay
  /** When the server answered, by the device's clock, in milliseconds. */
  answeredAt: number
  onChoose: (date: IsoDate | null) => void
}

function Day({ day: answer, answeredAt, onChoose }: DayProps) {
  const day = { ...answer, minute: useClinicMinute(answer.minute, answeredAt) }
  const { doctor, date, today, entries } = day
  const isPrivate = usePrivacy()
  // Phones and upright tablets have the list.
  const hasColumn = useWideScreen('lg')
  const list = useRef<HTMLUListElement>(null)
  const next = findNextStart(entries, day)
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
  return (
    <SameNamesContext value={findSameNames(entries)}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="me-auto">
          <p className="text-lg text-muted">
            {doctor}, {formatLongDay(date)}
          </p>
          <p role="status">{describeDay(entries)}</p>
        </div>
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
          <DaySteps
            isToday={date === today}
            onStep={(by) => onChoose(by === 0 ? null : dayAfter(date, by))}
          />
          <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <DayField date={date} onChoose={onChoose} />
            <IconButton label="Print" Icon={Printer} onClick={() => window.print()} />
          </div>
        </div>
      </div>
      <div className="agenda-beside mt-3">
        {hasColumn && (
          <DoctorColumn
            key={date}
            {...{ day, next, isPrivate }}
            onChoose={(id) => rowOf(id)?.focus()}
          />
        )}
        <div className="agenda-list dense-controls">
          {entries.length === 0 ? (
            <EmptyState title="No appointments this day">
              {date >= today && 'Bookings show up here within two seconds.'}
            </EmptyState>
          ) : (
            <ul
              ref={list}
              aria-label="Appointments"
              className="leaf overflow-hidden bg-base-100 shadow-soft print:shadow-none"
            >
              {entries.map((entry) => (
                <Appointment
                  key={entry._id}
                  {...{ entry, day, isPrivate }}
                  deskState={deskStateOf(entry, day, isNext(entry, day, next))}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
    </SameNamesContext>
  )
}

/** '16 appointments, 3 first visits, 2 with alerts, 1 arrived' */
function describeDay(entries: readonly DoctorEntry[]): string {
  const first = entries.filter(({ firstVisit }) => firstVisit).length
  const alerted = entries.filter(({ alerts }) => alerts.length > 0).length
  const arrived = entries.filter(({ attendance }) => attendance === 'arrived').length
  return [
    count(entries.length, 'appointment'),
    first > 0 && count(first, 'first visit'),
    alerted > 0 && `${alerted} with alerts`,
    arrived > 0 && `${arrived} arrived`,
  ]
    .filter(Boolean)
    .join(', ')
}

interface AppointmentProps {
  entry: DoctorEntry
  day: DoctorDay
  deskState: DeskState
  isPrivate: boolean
}

/** One line where there is room. */
function Appointment({ entry, day, deskState, isPrivate }: AppointmentProps) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: DAY_KEY })
  const { _id: id, version, attendance, childId, patientName, note, room } = entry
  const name = usePatientTexts().nameOf(entry)
  const completion = useMutation({
    mutationFn: (completed: boolean) =>
      send(dayCalls.completeOfMyDay, { params: { id }, body: { version, completed } }),
    onSettled: refresh,
  })
  const minutes = minutesSinceStep(entry, day)
  const isToday = entry.date === day.today
  const isHere = attendance === 'arrived' || attendance === 'in_room'
  const facts = [
    (deskState === 'coming' || deskState === 'done') && ATTENDANCE_NAMES[attendance],
    attendance === 'in_room' && room?.name,
    minutes !== undefined && count(minutes, 'minute'),
  ].filter(Boolean)
  return (
    <li
      data-row={id}
      tabIndex={-1}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-t-base-300 px-2 py-1 ${ROW_LOOKS[deskState]}`}
    >
      <span className="w-18 shrink-0 font-extrabold whitespace-nowrap">
        {formatMinute(entry.startMinute)}
      </span>
      <div className="flex min-w-0 grow basis-60 flex-wrap items-center gap-x-2.5">
        {childId !== null && !isPrivate && <Face id={childId} name={patientName} size="xs" />}
        <p className="font-bold wrap-anywhere">
          <PatientName of={entry} />
          <SameName of={entry} />
        </p>
        <Tags entry={entry} />
        {!isPrivate && <AlertList alerts={entry.alerts} />}
        <p>
          <BreakAfterSlash text={entry.treatment} />, {count(entry.lengthMinutes, 'minute')}
        </p>
        <PatientFacts of={entry} />
        {note && !isPrivate && (
          <p className="basis-full whitespace-pre-line wrap-anywhere">{note}</p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2">
        <DeskStateBadge deskState={deskState} />
        {facts.length > 0 && <span className="font-semibold">{facts.join(', ')}</span>}
        {isToday && isHere && (
          <Button
            look="secondary"
            aria-label={`Completed: ${name}`}
            busy={completion.isPending}
            onClick={() => completion.mutate(true)}
            className="print:hidden"
          >
            Completed
          </Button>
        )}
        {isToday && attendance === 'completed' && entry.step?.day === day.today && (
          <Button
            look="quiet"
            aria-label={`Undo completed: ${name}`}
            busy={completion.isPending}
            onClick={() => completion.mutate(false)}
            className="print:hidden"
          >
            Undo
          </Button>
        )}
        <div className="flex print:hidden">
          {childId !== null && isToday && (
            <AlertsButton childId={childId} name={name} onChange={() => void refresh()} />
          )}
          {childId !== null && (
            <NextVisitButton
              {...{ appointment: id, childId, name, today: day.today }}
              listsOpen={false}
            />
          )}
          <NoteButton entry={entry} calls={NOTE_CALLS} />
        </div>
      </div>
      <FieldError>{completion.error?.message}</FieldError>
    </li>
  )
}
