import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { formatSlot } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import {
  type AttendanceResult,
  type AttendanceStep,
  attendanceMachine,
  type ClinicTime,
} from '#machines/attendance/attendance-machine.ts'
import { Button } from '#web/components/button.tsx'
import { AGENDA_KEY, saveAttendance } from './agenda-api.ts'

const STEPS: readonly { type: AttendanceStep; label: string; key: string }[] = [
  { type: 'arrive', label: 'Arrived', key: 'a' },
  { type: 'complete', label: 'Completed', key: 'c' },
  { type: 'miss', label: 'No-show', key: 'n' },
  { type: 'undo', label: 'Undo', key: 'u' },
]

export const ATTENDANCE_NAMES = {
  expected: 'Expected',
  arrived: 'Arrived',
  completed: 'Completed',
  no_show: 'No-show',
} as const satisfies Record<AgendaEntry['attendance'], string>

interface AttendanceOptions {
  entry: AgendaEntry
  time: ClinicTime
  /** The machine with other actors, for tests. */
  logic?: typeof attendanceMachine
}

/** Runs the attendance of one appointment; after each step the agenda is loaded again. */
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
                return await saveAttendance(input)
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
    // Not at the beginning: a long list would draw each of its rows twice.
    if (context.entry !== entry || context.time !== time) send({ type: 'refresh', entry, time })
  }, [actor, send, entry, time])

  /** Takes the step if it is possible now, or once the one that is being saved is. */
  function take(type: AttendanceStep) {
    if (state.can({ type })) send({ type })
  }

  /** Takes the step of a key. Returns whether there is one. */
  function press(key: string): boolean {
    const step = STEPS.find((each) => each.key === key.toLowerCase())
    if (step) take(step.type)
    return step !== undefined
  }

  return { state, take, press }
}

export type RowAttendance = ReturnType<typeof useAttendance>

/** The state of an attendance, the steps that are possible in it, and why the last one failed. */
export function AttendanceControls({
  attendance,
  patientName,
}: {
  attendance: RowAttendance
  patientName: string
}) {
  const { state, take } = attendance
  const { entry, message, wanted } = state.context
  const isSaving = state.matches('saving')
  const shown = STEPS.filter(({ type }) =>
    isSaving ? type === stepTo(wanted, entry) : isOffered(type, state),
  )
  const { step } = entry

  return (
    <fieldset
      aria-label={`Attendance: ${patientName}, ${formatSlot(entry)}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-1"
    >
      <div className="min-w-24 leading-tight">
        <p className="font-bold">{ATTENDANCE_NAMES[entry.attendance]}</p>
        {step && (
          <p className="text-sm text-muted" title={step.by ?? undefined}>
            {timeOf(step.at)}
            {step.by && `, ${step.by.split(' ')[0]}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1 xl:flex-nowrap">
        {shown.map(({ type, label, key }) => (
          <Button
            key={type}
            look={type === 'arrive' || type === 'complete' ? 'secondary' : 'quiet'}
            busy={isSaving}
            disabled={!isSaving && !state.can({ type })}
            aria-keyshortcuts={key}
            onClick={(event) => {
              // The button disappears with the step; the row takes further keys.
              event.currentTarget.closest<HTMLElement>('[data-entry]')?.focus()
              take(type)
            }}
            className="px-4"
          >
            {label}
          </Button>
        ))}
      </div>
      {message && (
        <p role="alert" className="basis-full text-sm font-semibold text-error">
          {message}
        </p>
      )}
    </fieldset>
  )
}

/** Steps of the state; those that are only too early are shown disabled. */
function isOffered(type: AttendanceStep, state: RowAttendance['state']): boolean {
  if (state.can({ type })) return true
  const { attendance } = state.context.entry
  if (type === 'arrive' || type === 'miss') return attendance === 'expected'
  return type === 'complete' && attendance === 'arrived'
}

function stepTo(wanted: AgendaEntry['attendance'], { attendance }: AgendaEntry): AttendanceStep {
  if (attendance === 'expected') return wanted === 'arrived' ? 'arrive' : 'miss'
  return wanted === 'completed' ? 'complete' : 'undo'
}

function timeOf(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}
