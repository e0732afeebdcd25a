import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { Attendance } from '#contract/booking/appointments.ts'
import {
  type AgendaEntry,
  type AttendanceChange,
  type AttendanceRefusal,
  attendanceToward,
  type CheckInTime,
  findAttendanceObstacle,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import { failure, messageOf, notProvided } from '../actors.ts'

export type ClinicTime = CheckInTime

export interface AttendanceContext {
  entry: AgendaEntry
  time: ClinicTime
  /** The attendance that is being saved; otherwise the appointment's own. */
  wanted: Attendance
  /** Where the steps lead that staff have taken so far, those during a save included. */
  goal: Attendance
  /** Why the last step was not taken, for the staff. */
  message: string | null
}

export type AttendanceEvent =
  /** The patient is here. */
  | { type: 'arrive' }
  | { type: 'complete' }
  /** The patient did not come. */
  | { type: 'miss' }
  | { type: 'undo' }
  /** The appointment was read again: someone else may have changed it. */
  | { type: 'refresh'; entry: AgendaEntry; time: ClinicTime }

/** The event types of the steps. */
export type AttendanceStep = Exclude<AttendanceEvent['type'], 'refresh'>

/** The server's answer to a step. */
export type AttendanceResult =
  | { kind: 'changed'; entry: AgendaEntry }
  | ({ kind: 'refused' } & Pick<AttendanceRefusal, 'message' | 'current'>)

const REACHED = { arrive: 'arrived', complete: 'completed', miss: 'no_show' } as const

/** Where a step leads from an attendance; undefined where it has no such step. */
function attendanceAfter(step: AttendanceStep, from: Attendance): Attendance | undefined {
  const undone = undoneAttendance(from)
  if (step === 'undo') return undone
  // Only an undo leads back.
  return REACHED[step] === undone ? undefined : REACHED[step]
}

/** Attendance at the front desk: the patient arrives, is treated, or does not come. */
export const attendanceMachine = setup({
  types: {
    context: {} as AttendanceContext,
    events: {} as AttendanceEvent,
    input: {} as { entry: AgendaEntry; time: ClinicTime },
  },
  actors: {
    /** `PUT /agenda/{id}/attendance` */
    saveAttendance: fromPromise<AttendanceResult, { id: string } & AttendanceChange>(
      notProvided('saveAttendance'),
    ),
  },
  guards: {
    is: ({ context }, { attendance }: { attendance: Attendance }) =>
      context.entry.attendance === attendance,
    canBecome: ({ context }, { attendance }: { attendance: Attendance }) =>
      findAttendanceObstacle(context.entry, attendance, context.time) === undefined,
    /** The step is possible once those before it are saved. */
    canFollow: ({ context: { entry, goal, time } }, { step }: { step: AttendanceStep }) => {
      const to = attendanceAfter(step, goal)
      const then = { ...entry, attendance: goal, step: { day: time.today } }
      return to !== undefined && findAttendanceObstacle(then, to, time) === undefined
    },
    isBeforeGoal: ({ context }, { result }: { result: AttendanceResult }) =>
      result.kind === 'changed' && result.entry.attendance !== context.goal,
  },
  actions: {
    want: assign({
      wanted: (_, { attendance }: { attendance: Attendance }) => attendance,
      goal: (_, { attendance }) => attendance,
      message: null,
    }),
    follow: assign({
      goal: ({ context }, { step }: { step: AttendanceStep }) =>
        attendanceAfter(step, context.goal) ?? context.goal,
    }),
    refresh: assign(({ event }) => {
      assertEvent(event, 'refresh')
      const { entry, time } = event
      return { entry, time, wanted: entry.attendance, goal: entry.attendance }
    }),
    rememberResult: assign(({ context }, { result }: { result: AttendanceResult }) => {
      if (result.kind === 'changed') {
        const { entry } = result
        return { entry, wanted: attendanceToward(context.goal, entry.attendance) }
      }
      const { current, message } = result
      const { attendance } = current
      const entry = { ...context.entry, ...current }
      return { entry, wanted: attendance, goal: attendance, message }
    }),
    rememberMessage: assign({
      wanted: ({ context }) => context.entry.attendance,
      goal: ({ context }) => context.entry.attendance,
      message: (_, { error }: { error: unknown }) => messageOf(error),
    }),
  },
}).createMachine({
  id: 'attendance',
  context: ({ input }) => {
    const { attendance } = input.entry
    return { ...input, wanted: attendance, goal: attendance, message: null }
  },
  initial: 'expected',
  states: {
    expected: {
      description:
        'The patient has not come yet. Other attendances go on from here to their state.',
      always: [
        { guard: { type: 'is', params: { attendance: 'arrived' } }, target: 'arrived' },
        { guard: { type: 'is', params: { attendance: 'completed' } }, target: 'completed' },
        { guard: { type: 'is', params: { attendance: 'no_show' } }, target: 'noShow' },
      ],
      on: {
        arrive: {
          guard: { type: 'canBecome', params: { attendance: 'arrived' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'arrived' } },
        },
        miss: {
          guard: { type: 'canBecome', params: { attendance: 'no_show' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'no_show' } },
        },
        refresh: { actions: 'refresh' },
      },
    },
    arrived: {
      description: 'The patient is waiting, or is being treated.',
      on: {
        complete: {
          guard: { type: 'canBecome', params: { attendance: 'completed' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'completed' } },
        },
        undo: {
          guard: { type: 'canBecome', params: { attendance: 'expected' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'expected' } },
        },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    completed: {
      description: 'The patient has been treated.',
      on: {
        undo: {
          guard: { type: 'canBecome', params: { attendance: 'arrived' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'arrived' } },
        },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    noShow: {
      description: 'The patient did not come.',
      on: {
        undo: {
          guard: { type: 'canBecome', params: { attendance: 'expected' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'expected' } },
        },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    saving: {
      description:
        'The step is sent; of two desks the first one takes it. Further steps are sent one by one.',
      invoke: {
        id: 'saveAttendance',
        src: 'saveAttendance',
        input: ({ context }) => ({
          id: context.entry._id,
          version: context.entry.version,
          attendance: context.wanted,
        }),
        onDone: [
          {
            guard: { type: 'isBeforeGoal', params: ({ event }) => ({ result: event.output }) },
            target: 'saving',
            reenter: true,
            actions: { type: 'rememberResult', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'expected',
            actions: { type: 'rememberResult', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: { target: 'expected', actions: { type: 'rememberMessage', params: failure } },
      },
      on: {
        arrive: {
          guard: { type: 'canFollow', params: { step: 'arrive' } },
          actions: { type: 'follow', params: { step: 'arrive' } },
        },
        complete: {
          guard: { type: 'canFollow', params: { step: 'complete' } },
          actions: { type: 'follow', params: { step: 'complete' } },
        },
        miss: {
          guard: { type: 'canFollow', params: { step: 'miss' } },
          actions: { type: 'follow', params: { step: 'miss' } },
        },
        undo: {
          guard: { type: 'canFollow', params: { step: 'undo' } },
          actions: { type: 'follow', params: { step: 'undo' } },
        },
      },
    },
  },
})
