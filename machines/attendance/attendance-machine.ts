import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { DeskAttendance } from '#contract/booking/appointments.ts'
import {
  type Agenda,
  type AgendaEntry,
  type AttendanceChange,
  type AttendanceRefusal,
  attendanceToward,
  type CheckInTime,
  findAttendanceObstacle,
  undoneAttendance,
} from '#contract/front-desk/agenda.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

/** The clinic's time, when patients are late, and the rooms. */
export type ClinicTime = CheckInTime & Pick<Agenda, 'lateMinutes' | 'rooms'>

export interface AttendanceContext {
  entry: AgendaEntry
  time: ClinicTime
  /** The attendance that is being saved; otherwise the appointment's own. */
  wanted: DeskAttendance
  /** Where the steps taken so far lead, including those during a save. */
  goal: DeskAttendance
  /** The room chosen last; null where the clinic names none. */
  room: string | null
  /** Whether staff confirmed that the patient is here early. */
  early: boolean
  /** Why the last step was not taken. */
  message: string | null
}

export type AttendanceEvent =
  /** The patient is here. */
  | { type: 'arrive' }
  /** The patient enters that room; without a name if the clinic names none. */
  | { type: 'enter'; room: string | null }
  | { type: 'complete' }
  /** The patient did not come. */
  | { type: 'miss' }
  | { type: 'undo' }
  /** Staff confirm that the patient is here early. */
  | { type: 'confirm' }
  | { type: 'dismiss' }
  /** The appointment was read again: someone else may have changed it. */
  | { type: 'refresh'; entry: AgendaEntry; time: ClinicTime }

/** The event types of the steps. */
const STEPS = ['arrive', 'enter', 'complete', 'miss', 'undo'] as const
export type AttendanceStep = (typeof STEPS)[number]

/** The server's answer to a step. */
export type AttendanceResult =
  | { kind: 'changed'; entry: AgendaEntry }
  | ({ kind: 'refused' } & Pick<AttendanceRefusal, 'message' | 'current'>)

const REACHED = {
  arrive: 'arrived',
  enter: 'in_room',
  complete: 'completed',
  miss: 'no_show',
} as const

/** The attendance after a step; undefined when there is no such step. */
function attendanceAfter(
  step: AttendanceStep,
  from: Pick<AgendaEntry, 'attendance' | 'room'>,
): DeskAttendance | undefined {
  const undone = undoneAttendance(from)
  if (step === 'undo') return undone
  // Only an undo leads back.
  return REACHED[step] === undone ? undefined : REACHED[step]
}

/** The appointment after the steps that are being saved. */
function entryAtGoal({ entry, goal, time }: AttendanceContext): AgendaEntry {
  const keepsRoom = goal === 'completed' || goal === 'in_room'
  return {
    ...entry,
    attendance: goal,
    room: keepsRoom ? entry.room : null,
    step: { by: null, at: '', day: time.today },
  }
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
    is: ({ context }, { attendance }: { attendance: DeskAttendance }) =>
      context.entry.attendance === attendance,
    canBecome: ({ context }, { attendance }: { attendance: DeskAttendance }) =>
      findAttendanceObstacle(context.entry, attendance, context.time) === undefined,
    /** Whether the step is possible once the earlier ones are saved. */
    canFollow: ({ context, event }) => {
      assertEvent(event, STEPS)
      const then = entryAtGoal(context)
      const to = attendanceAfter(event.type, then)
      return to !== undefined && findAttendanceObstacle(then, to, context.time) === undefined
    },
    canUndo: ({ context: { entry, time } }) => {
      const to = undoneAttendance(entry)
      return to !== undefined && findAttendanceObstacle(entry, to, time) === undefined
    },
    isEarly: ({ context }) =>
      findAttendanceObstacle(context.entry, 'arrived', context.time) === 'early',
    isBeforeGoal: ({ context }, { answer }: { answer: AttendanceResult }) =>
      answer.kind === 'changed' && answer.entry.attendance !== context.goal,
  },
  actions: {
    want: assign({
      wanted: (_, { attendance }: { attendance: DeskAttendance }) => attendance,
      goal: (_, { attendance }) => attendance,
      early: false,
      message: null,
    }),
    /** Undoing a completed visit leads back into its room, or to waiting. */
    wantUndone: assign(({ context: { entry } }) => {
      const wanted = undoneAttendance(entry) ?? entry.attendance
      return { wanted, goal: wanted, early: false, message: null }
    }),
    wantEarly: assign({ wanted: 'arrived', goal: 'arrived', early: true, message: null }),
    /** Undoing the step out of a room needs no room. */
    choose: assign({
      room: ({ context, event }) => (event.type === 'enter' ? event.room : context.room),
    }),
    follow: assign(({ context, event }) => {
      assertEvent(event, STEPS)
      return { goal: attendanceAfter(event.type, entryAtGoal(context)) ?? context.goal }
    }),
    refresh: assign(({ event }) => {
      assertEvent(event, 'refresh')
      const { entry, time } = event
      return { entry, time, wanted: entry.attendance, goal: entry.attendance }
    }),
    assignResult: assign(({ context }, { answer }: { answer: AttendanceResult }) => {
      if (answer.kind === 'changed') {
        const { entry } = answer
        return { entry, wanted: attendanceToward(context.goal, entry), early: false }
      }
      const { current, message } = answer
      const { attendance } = current
      const entry = { ...context.entry, ...current }
      return { entry, wanted: attendance, goal: attendance, early: false, message }
    }),
    assignMessage: assign({
      wanted: ({ context }) => context.entry.attendance,
      goal: ({ context }) => context.entry.attendance,
      early: false,
      message: (_, { error }: { error: unknown }) => messageOf(error),
    }),
  },
}).createMachine({
  id: 'attendance',
  context: ({ input }) => {
    const { attendance } = input.entry
    return {
      ...input,
      wanted: attendance,
      goal: attendance,
      room: null,
      early: false,
      message: null,
    }
  },
  initial: 'expected',
  states: {
    expected: {
      description:
        'The patient has not come yet. Other attendances go on from here to their state.',
      always: [
        { guard: { type: 'is', params: { attendance: 'arrived' } }, target: 'arrived' },
        { guard: { type: 'is', params: { attendance: 'in_room' } }, target: 'inRoom' },
        { guard: { type: 'is', params: { attendance: 'completed' } }, target: 'completed' },
        { guard: { type: 'is', params: { attendance: 'no_show' } }, target: 'noShow' },
      ],
      on: {
        arrive: [
          {
            guard: { type: 'canBecome', params: { attendance: 'arrived' } },
            target: 'saving',
            actions: { type: 'want', params: { attendance: 'arrived' } },
          },
          { guard: 'isEarly', target: 'askingEarly' },
        ],
        miss: {
          guard: { type: 'canBecome', params: { attendance: 'no_show' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'no_show' } },
        },
        refresh: { actions: 'refresh' },
      },
    },
    askingEarly: {
      description:
        'It is earlier than check-in opens: staff are asked whether the patient is here.',
      on: {
        confirm: { target: 'saving', actions: 'wantEarly' },
        dismiss: { target: 'expected' },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    arrived: {
      description: 'The patient is waiting.',
      on: {
        enter: {
          guard: { type: 'canBecome', params: { attendance: 'in_room' } },
          target: 'saving',
          actions: ['choose', { type: 'want', params: { attendance: 'in_room' } }],
        },
        complete: {
          guard: { type: 'canBecome', params: { attendance: 'completed' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'completed' } },
        },
        undo: { guard: 'canUndo', target: 'saving', actions: 'wantUndone' },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    inRoom: {
      description: 'The patient is in a room, with or without the doctor.',
      on: {
        complete: {
          guard: { type: 'canBecome', params: { attendance: 'completed' } },
          target: 'saving',
          actions: { type: 'want', params: { attendance: 'completed' } },
        },
        undo: { guard: 'canUndo', target: 'saving', actions: 'wantUndone' },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    completed: {
      description: 'The patient has been treated.',
      on: {
        undo: { guard: 'canUndo', target: 'saving', actions: 'wantUndone' },
        refresh: { target: 'expected', actions: 'refresh' },
      },
    },
    noShow: {
      description: 'The patient did not come.',
      on: {
        undo: { guard: 'canUndo', target: 'saving', actions: 'wantUndone' },
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
          ...(context.wanted === 'in_room' &&
            context.entry.attendance === 'arrived' &&
            context.room !== null && { room: context.room }),
          ...(context.early && { early: true as const }),
        }),
        onDone: [
          {
            guard: { type: 'isBeforeGoal', params: answer },
            target: 'saving',
            reenter: true,
            actions: { type: 'assignResult', params: answer },
          },
          {
            target: 'expected',
            actions: { type: 'assignResult', params: answer },
          },
        ],
        onError: { target: 'expected', actions: { type: 'assignMessage', params: failure } },
      },
      on: {
        arrive: { guard: 'canFollow', actions: 'follow' },
        enter: { guard: 'canFollow', actions: ['choose', 'follow'] },
        complete: { guard: 'canFollow', actions: 'follow' },
        miss: { guard: 'canFollow', actions: 'follow' },
        undo: { guard: 'canFollow', actions: 'follow' },
      },
    },
  },
})
