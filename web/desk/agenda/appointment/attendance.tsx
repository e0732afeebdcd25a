import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import {
  type AgendaEntry,
  minutesSinceStep,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import { formatPrice } from '#contract/money.ts'
import {
  type AttendanceResult,
  type AttendanceStep,
  attendanceMachine,
  type ClinicTime,
} from '#machines/attendance/attendance-machine.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { toast } from '#web/components/toasts.tsx'
import { AGENDA_KEY, saveAttendance } from '#web/desk/appointments/agenda-api.ts'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { isPrivacyOn } from '#web/desk/appointments/privacy.ts'
import { describeFor, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { OccupiedRooms } from './occupied-rooms.ts'

const STEPS: readonly { type: AttendanceStep; label: string; key: string }[] = [
  { type: 'arrive', label: 'Arrived', key: 'a' },
  { type: 'enter', label: 'In room', key: 'r' },
  { type: 'complete', label: 'Completed', key: 'c' },
  { type: 'miss', label: 'No-show', key: 'n' },
  { type: 'undo', label: 'Undo', key: 'u' },
]

/** The keys that take a step. */
export const STEP_KEYS = STEPS.map(({ key }) => key)

export interface AttendanceOptions {
  entry: AgendaEntry
  time: ClinicTime
  /** The machine with other actors, for tests. */
  logic?: typeof attendanceMachine
}

/** Runs the attendance of one appointment; reloads the agenda after each step. */
export function useAttendance({ entry, time, logic }: AttendanceOptions) {
  const queries = useQueryClient()
  const [machine] = useState(
    () =>
      logic ??
      attendanceMachine.provide({
        actors: {
          saveAttendance: fromPromise<AttendanceResult, Parameters<typeof saveAttendance>[0]>(
            async ({ input }) => {
              try {
                const result = await saveAttendance(input)
                sayStep(result)
                return result
              } finally {
                void queries.invalidateQueries({ queryKey: AGENDA_KEY })
              }
            },
          ),
        },
      }),
  )
  const [state, send, actor] = useMachine(machine, { input: { entry, time } })
  useEffect(() => {
    const { context } = actor.getSnapshot()
    // Not at first: a long list would render each of its rows twice.
    if (context.entry !== entry || context.time !== time) send({ type: 'refresh', entry, time })
  }, [actor, send, entry, time])

  const [isChoosingRoom, setChoosingRoom] = useState(false)

  /** Takes the step if it is possible now, or after the step that is being saved. */
  function take(type: AttendanceStep) {
    const event = eventOf(type)
    if (!state.can(event)) return
    if (type === 'enter' && time.rooms.length > 0) setChoosingRoom(true)
    else send(event)
  }

  function enter(room: string) {
    setChoosingRoom(false)
    send({ type: 'enter', room })
  }

  /** Takes the step of a key. Returns whether there is one. */
  function press(key: string): boolean {
    const step = STEPS.find((each) => each.key === key.toLowerCase())
    if (step) take(step.type)
    return step !== undefined
  }

  const rooms = {
    names: time.rooms,
    // Another desk may have been faster.
    isChoosing: isChoosingRoom && state.can(eventOf('enter')),
    enter,
    cancel: () => setChoosingRoom(false),
  }
  return { state, send, take, press, rooms }
}

/** The step as an event; the room is chosen first where the clinic names rooms. */
function eventOf(type: AttendanceStep) {
  return type === 'enter' ? ({ type, room: null } as const) : ({ type } as const)
}

/** Announces who was checked in, and that a completed visit is unpaid. */
function sayStep(result: AttendanceResult): void {
  if (result.kind !== 'changed') return
  const { attendance, paid, price } = result.entry
  const patient = describeFor(result.entry, isPrivacyOn())
  if (attendance === 'arrived') toast.success(`${patient} has arrived`)
  if (attendance === 'completed') {
    toast.success(
      `${patient}: completed${paid || price === 0 ? '' : `, owes ${formatPrice(price)}`}`,
    )
  }
}

export type RowAttendance = ReturnType<typeof useAttendance>

interface ControlsProps {
  attendance: RowAttendance
  patientName: string
}

/** The state of an attendance, its possible steps, and why the last one failed. */
export function AttendanceControls({ attendance, patientName }: ControlsProps) {
  const { state, take, rooms } = attendance
  const { entry, message, wanted } = state.context
  const isSaving = state.matches('saving')
  const shown = STEPS.filter(({ type }) =>
    isSaving ? type === stepTo(wanted, entry) : isOffered(type, state),
  )
  const { step } = entry

  return (
    <fieldset
      aria-label={`Attendance: ${patientName}, ${formatMinute(entry.startMinute)}`}
      className="grid gap-1"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 @min-[62rem]:flex-nowrap">
        <div className="min-w-22 leading-tight">
          <p className="flex flex-wrap gap-x-2">
            <span className="font-bold">{ATTENDANCE_NAMES[entry.attendance]}</span>
            <Stay entry={entry} time={state.context.time} />
          </p>
          {step && (
            <p className="text-xs text-muted" title={step.by ?? undefined}>
              <Instant at={step.at} as="time" />
              {step.by && `, ${step.by.split(' ')[0]}`}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-1.5 @min-[62rem]:shrink-0 @min-[62rem]:flex-nowrap">
          {!rooms.isChoosing &&
            shown.map(({ type, label, key }) => (
              <Button
                key={type}
                look={type === 'arrive' || type === 'complete' ? 'secondary' : 'quiet'}
                busy={isSaving}
                disabled={!isSaving && !state.can(eventOf(type))}
                aria-keyshortcuts={key}
                onClick={(event) => {
                  focusAround(event.currentTarget)
                  take(type)
                }}
                className="px-4 @min-[62rem]:whitespace-nowrap"
              >
                {label}
              </Button>
            ))}
        </div>
      </div>
      {rooms.isChoosing && <RoomChoice rooms={rooms} patientName={patientName} />}
      <FieldError>{message}</FieldError>
      <EarlyDialog attendance={attendance} patientName={patientName} />
    </fieldset>
  )
}

/** The button disappears with the step: the row or the panel around it takes further keys. */
function focusAround(button: HTMLElement): void {
  button.closest<HTMLElement>('[data-entry], [data-panel]')?.focus()
}

interface RoomChoiceProps extends Pick<ControlsProps, 'patientName'> {
  rooms: RowAttendance['rooms']
}

/** The rooms, instead of the steps. Occupied rooms are marked, and can be chosen nevertheless. */
function RoomChoice({ rooms, patientName }: RoomChoiceProps) {
  const patients = useContext(OccupiedRooms)
  const { nameOf } = usePatientTexts()
  const choice = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const all = choice.current
    ;(all?.querySelector<HTMLElement>('[data-empty]') ?? all?.querySelector('button'))?.focus()
  }, [])
  return (
    <fieldset
      ref={choice}
      aria-label={`Room for ${patientName}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Keeps the dialog and the panel around it open.
        event.preventDefault()
        event.stopPropagation()
        focusAround(event.currentTarget)
        rooms.cancel()
      }}
      className="flex flex-wrap gap-1"
    >
      {rooms.names.map((room) => {
        const patient = patients.get(room)
        return (
          <Button
            key={room}
            look={patient ? 'quiet' : 'secondary'}
            data-empty={patient ? undefined : ''}
            onClick={(event) => {
              focusAround(event.currentTarget)
              rooms.enter(room)
            }}
            className="px-4"
          >
            {room}
            {patient && <span className="font-normal text-muted">: {nameOf(patient)}</span>}
          </Button>
        )
      })}
      <Button
        look="quiet"
        onClick={(event) => {
          focusAround(event.currentTarget)
          rooms.cancel()
        }}
        className="px-4"
      >
        Back
      </Button>
    </fieldset>
  )
}

/** The room, and for how many minutes the patient has been waiting or in it. */
function Stay({ entry, time }: { entry: AgendaEntry; time: ClinicTime }) {
  const minutes = minutesSinceStep(entry, time)
  const name = entry.attendance === 'in_room' ? entry.room?.name : undefined
  const facts = [name, minutes !== undefined && count(minutes, 'minute')].filter(Boolean)
  return facts.length > 0 && <span className="text-xs font-semibold">{facts.join(', ')}</span>
}

/** The question before a step: whether a patient is here already. */
function EarlyDialog({ attendance: { state, send }, patientName }: ControlsProps) {
  const { entry, time } = state.context
  const minutes = entry.startMinute - time.minute
  return (
    <ConfirmDialog
      open={state.matches('askingEarly')}
      question={`Is ${patientName} here already?`}
      detail={`The appointment, ${formatMinute(entry.startMinute)}, is in ${count(minutes, 'minute')}. Check-in opens ${count(time.checkInMinutes, 'minute')} before.`}
      confirmLabel="Check in now"
      look="primary"
      onConfirm={() => send({ type: 'confirm' })}
      onCancel={() => send({ type: 'dismiss' })}
    />
  )
}

/** Whether a step is shown in this state; steps that are only too early are shown disabled. */
function isOffered(type: AttendanceStep, state: RowAttendance['state']): boolean {
  if (state.can(eventOf(type))) return true
  const { attendance } = state.context.entry
  if (type === 'arrive' || type === 'miss') return attendance === 'expected'
  if (type === 'enter') return attendance === 'arrived'
  return type === 'complete' && (attendance === 'arrived' || attendance === 'in_room')
}

function stepTo(wanted: AgendaEntry['attendance'], entry: AgendaEntry): AttendanceStep {
  if (wanted === undoneAttendance(entry)) return 'undo'
  if (wanted === 'in_room') return 'enter'
  if (wanted === 'completed') return 'complete'
  return wanted === 'arrived' ? 'arrive' : 'miss'
}

interface CardStepsProps {
  entry: AgendaEntry
  time: ClinicTime
  name: string
  /** The key of a step; a new object requests it again. */
  asked: { key: string }
}

/**
 * Takes the requested steps of one card. Only one card at a time has a machine, because three
 * hundred would slow the day down. A room is chosen in the panel.
 */
export function CardSteps({ entry, time, name, asked }: CardStepsProps) {
  const attendance = useAttendance({ entry, time })
  const { message } = attendance.state.context
  const press = useEffectEvent(({ key }: { key: string }) => void attendance.press(key))
  useEffect(() => press(asked), [asked])
  const explain = useEffectEvent((text: string) => toast.error(`${name}: ${text}`))
  useEffect(() => {
    if (message) explain(message)
  }, [message])
  return <EarlyDialog attendance={attendance} patientName={name} />
}
