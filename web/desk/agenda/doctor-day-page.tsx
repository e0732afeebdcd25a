import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatSlot } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { dateInAddress, dayAfter, formatLongDay, type IsoDate } from '#contract/dates.ts'
import { minutesSinceStep } from '#contract/front-desk/agenda.ts'
import type { DoctorDay, DoctorEntry } from '#contract/front-desk/doctor-day.ts'
import * as dayCalls from '#contract/front-desk/doctor-day-calls.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Face } from '#web/components/people/face.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { DayField } from '#web/desk/appointments/day-field.tsx'
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
import { NoteButton } from './appointment/note-button.tsx'
import type { NoteCalls } from './appointment/note-dialog.tsx'

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
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PageTitle className="print:text-2xl">My day</PageTitle>
        <Button look="secondary" onClick={() => window.print()} className="px-5 print:hidden">
          Print
        </Button>
      </div>
      {!isLive && (
        <p className="mt-2 w-fit rounded-lg bg-honey px-2 py-1 font-bold text-base-content print:hidden">
          Not live: changes show within a minute
        </p>
      )}
      <Loaded query={query} what="your day">
        {(day) => (
          <Day day={day} onChoose={(date) => setParameters(date === null ? {} : { date })} />
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

function Day({ day, onChoose }: { day: DoctorDay; onChoose: (date: IsoDate | null) => void }) {
  const { doctor, date, today, entries } = day
  const waiting = entries.filter(({ attendance }) => attendance === 'arrived').length
  return (
    <>
      <p className="mt-2 text-lg text-muted">
        {doctor}, {formatLongDay(date)}
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <div className="flex flex-wrap gap-1">
          <Button look="secondary" className="px-4" onClick={() => onChoose(dayAfter(date, -1))}>
            Previous
          </Button>
          <Button
            look="secondary"
            className="px-4"
            disabled={date === today}
            onClick={() => onChoose(null)}
          >
            Today
          </Button>
          <Button look="secondary" className="px-4" onClick={() => onChoose(dayAfter(date))}>
            Next
          </Button>
        </div>
        <DayField date={date} onChoose={onChoose} />
      </div>
      <p role="status" className="mt-4">
        {count(entries.length, 'appointment')}
        {waiting > 0 && `, ${waiting} waiting`}
      </p>
      {entries.length === 0 ? (
        <EmptyState title="No appointments this day">
          {date >= today && 'Bookings show up here within two seconds.'}
        </EmptyState>
      ) : (
        <SameNamesContext value={findSameNames(entries)}>
          <ul aria-label="Appointments" className="mt-4 grid gap-3">
            {entries.map((entry) => (
              <Appointment key={entry._id} entry={entry} day={day} />
            ))}
          </ul>
        </SameNamesContext>
      )}
    </>
  )
}

function Appointment({ entry, day }: { entry: DoctorEntry; day: DoctorDay }) {
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
    entry.squeezed && 'Extra patient',
    ATTENDANCE_NAMES[attendance],
    attendance === 'in_room' && room?.name,
    minutes !== undefined && count(minutes, 'minute'),
  ].filter(Boolean)
  return (
    <li
      className={`leaf grid gap-2 border-l-4 bg-base-100 p-4 shadow-soft print:shadow-none ${
        isHere ? 'border-l-primary' : 'border-l-transparent'
      }`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-extrabold">{formatSlot(entry)}</span>
        <span className="font-bold">{facts.join(', ')}</span>
      </p>
      <div className="flex items-start justify-between gap-2">
        {childId !== null && <Face id={childId} name={patientName} />}
        <div className="min-w-0 flex-1">
          <p className="text-lg font-bold wrap-anywhere">
            <PatientName of={entry} />
            <SameName of={entry} />
          </p>
          <PatientFacts of={entry} />
          <p>
            <BreakAfterSlash text={entry.treatment} />
          </p>
          <AlertList alerts={entry.alerts} />
          {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
        </div>
        <div className="flex shrink-0 print:hidden">
          {childId !== null && isToday && (
            <AlertsButton childId={childId} name={name} onChange={() => void refresh()} />
          )}
          <NoteButton entry={entry} calls={NOTE_CALLS} />
        </div>
      </div>
      {isToday && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {isHere && (
            <Button
              look="secondary"
              aria-label={`Completed: ${name}`}
              busy={completion.isPending}
              onClick={() => completion.mutate(true)}
            >
              Completed
            </Button>
          )}
          {attendance === 'completed' && entry.step?.day === day.today && (
            <Button
              look="quiet"
              aria-label={`Undo completed: ${name}`}
              busy={completion.isPending}
              onClick={() => completion.mutate(false)}
            >
              Undo
            </Button>
          )}
        </div>
      )}
      <FieldError>{completion.error?.message}</FieldError>
    </li>
  )
}
