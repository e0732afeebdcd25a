import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { Attendance } from '../../contract/booking/appointments.ts'
import {
  type AgendaEntry,
  type AttendanceChange,
  type AttendanceRefusal,
  type CheckInTime,
  findAttendanceObstacle,
} from '../../contract/front-desk/agenda.ts'
import { failure, messageOf, notProvided } from '../actors.ts'

export type ClinicTime = CheckInTime

export interface AttendanceContext {
  entry: AgendaEntry
  time: ClinicTime
  /** The attendance that is being saved; otherwise the appointment's own. */
  wanted: Attendance
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

/** The server's answer to a step. */
export type AttendanceResult =
  | { kind: 'changed'; entry: AgendaEntry }
  | ({ kind: 'refused' } & Pick<AttendanceRefusal, 'message' | 'current'>)

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
  },
  actions: {
    want: assign({
      wanted: (_, { attendance }: { attendance: Attendance }) => attendance,
      message: null,
    }),
    refresh: assign(({ event }) => {
      assertEvent(event, 'refresh')
      return { entry: event.entry, time: event.time, wanted: event.entry.attendance }
    }),
    rememberResult: assign(({ context }, { result }: { result: AttendanceResult }) => {
      if (result.kind === 'changed') {
        return { entry: result.entry, wanted: result.entry.attendance }
      }
      const { current, message } = result
      return { entry: { ...context.entry, ...current }, wanted: current.attendance, message }
    }),
    rememberMessage: assign({
      wanted: ({ context }) => context.entry.attendance,
      message: (_, { error }: { error: unknown }) => messageOf(error),
    }),
  },
}).createMachine({
  id: 'attendance',
  context: ({ input }) => ({ ...input, wanted: input.entry.attendance, message: null }),
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
      description: 'The step is sent; of two desks the first one takes it.',
      invoke: {
        id: 'saveAttendance',
        src: 'saveAttendance',
        input: ({ context }) => ({
          id: context.entry._id,
          version: context.entry.version,
          attendance: context.wanted,
        }),
        onDone: {
          target: 'expected',
          actions: { type: 'rememberResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: { target: 'expected', actions: { type: 'rememberMessage', params: failure } },
      },
    },
  },
})
