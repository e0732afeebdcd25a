import * as z from 'zod/mini'
import { type Attendance, appointmentParams, attendance } from '../booking/appointments.ts'
import { type IsoDate, wireDate } from '../dates.ts'
import { bookedChild } from '../families/children.ts'
import { paymentMethod } from '../payments/payments.ts'
import type { ClinicMoment } from '../schedule/clinic.ts'

const LONGEST_NOTE = 500

/** `GET /agenda?date=&days=`: a day or a week. */
export const agendaQuery = z.strictObject({
  date: wireDate,
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(7)), 1),
})

/** An appointment as the front desk sees it. */
export const agendaEntry = z.object({
  _id: z.string(),
  version: z.number(),
  /** `2026-06-05` */
  date: z.string(),
  /** Minutes after midnight at the clinic. */
  startMinute: z.number(),
  lengthMinutes: z.number(),
  treatment: z.string(),
  /** Null when no doctor gives the treatment. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** Id of the family; null once the account has been removed. */
  family: z.nullable(z.string()),
  /** The child, or else the account holder or the family without an account. */
  patientName: z.string(),
  child: z.optional(bookedChild),
  /** Empty when the family has given none. */
  email: z.string(),
  phone: z.string(),
  /** Dollars. */
  price: z.number(),
  paid: z.boolean(),
  /** How it is paid; null while it is not. */
  payment: z.nullable(
    z.object({
      method: paymentMethod,
      /** The clinic's day: `2026-06-05`. */
      day: z.string(),
      /** The receipt's number. */
      receipt: z.nullable(z.string()),
    }),
  ),
  attendance,
  /** The last step; null before the first one. */
  step: z.nullable(
    z.object({
      /** Name of the member of staff; null when they were removed. */
      by: z.nullable(z.string()),
      /** ISO instant, UTC. */
      at: z.string(),
      /** The clinic's day: `2026-06-05`. */
      day: z.string(),
    }),
  ),
  /** For staff only. */
  note: z.string(),
  /** Grows with each change of the note. */
  noteVersion: z.number(),
  /** Why staff booked it outside of the hours; for staff only. */
  overrideReason: z.nullable(z.string()),
  /** Appointments that the patient missed in the 12 months before this one. */
  missed: z.number(),
})
export type AgendaEntry = z.infer<typeof agendaEntry>

/** `GET /agenda`: booked appointments in the order of their times. */
export const agenda = z.object({
  /** Today at the clinic. */
  today: z.string(),
  /** Minutes after midnight at the clinic. */
  minute: z.number(),
  /** Patients can be checked in from so many minutes before their appointment. */
  checkInMinutes: z.number(),
  entries: z.array(agendaEntry),
  /** Appointments of the last 30 days before today that are neither completed nor missed. */
  toSettle: z.number(),
  /** Refunds that are to be handed back. */
  toHandBack: z.number(),
})
export type Agenda = z.infer<typeof agenda>

/** `GET /agenda/month?month=2026-06`. */
export const agendaMonthQuery = z.strictObject({
  month: z
    .string('Month is required')
    .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Month must look like 2026-06')),
})

/** The days of a month that have booked appointments, in order. Nothing personal. */
export const agendaMonth = z.object({
  /** Today at the clinic. */
  today: z.string(),
  days: z.array(z.object({ date: z.string(), appointments: z.number(), unpaid: z.number() })),
})
export type AgendaMonth = z.infer<typeof agendaMonth>

/** `GET /agenda/to-settle`: oldest first. */
export const agendaEntries = z.array(agendaEntry)

export const agendaParams = appointmentParams

/** `PUT /agenda/{id}/attendance`. */
export const attendanceChange = z.strictObject({
  /** Of the appointment that was on the screen. */
  version: z.number('Version is required').check(z.int(), z.gte(0)),
  attendance,
})
export type AttendanceChange = z.infer<typeof attendanceChange>

/** `PUT /agenda/{id}/note`; an empty note deletes it. */
export const noteChange = z.strictObject({
  /** Of the note that was on the screen. */
  version: z.number('Version is required').check(z.int(), z.gte(0)),
  note: z
    .string('Note is required')
    .check(z.trim(), z.maxLength(LONGEST_NOTE, `Note must be ${LONGEST_NOTE} characters or fewer`)),
})

export type NoteChange = z.infer<typeof noteChange>

/** Someone else has written a note meanwhile (409): the appointment with that note. */
export const noteRefusal = z.object({
  code: z.literal('stale'),
  message: z.string(),
  current: agendaEntry,
})

/** `GET /agenda/{id}/notes`: every note of an appointment, the newest first. For staff only. */
export const noteHistory = z.array(
  z.object({
    version: z.number(),
    /** Empty when the note was deleted. */
    note: z.string(),
    /** Name of the member of staff; null when it is not known. */
    by: z.nullable(z.string()),
    /** ISO instant, UTC. */
    at: z.string(),
  }),
)
export type NoteHistory = z.infer<typeof noteHistory>

/** Why an attendance stays as it is (409). */
export const attendanceRefusal = z.object({
  code: z.enum(['stale', 'too_early', 'too_late', 'not_possible']),
  message: z.string(),
  /** The appointment now, without anything personal. */
  current: z.pick(agendaEntry, { _id: true, version: true, attendance: true, step: true }),
})
export type AttendanceRefusal = z.infer<typeof attendanceRefusal>

/** The steps of an attendance, and what undoes each. */
const STEPS: Record<Attendance, { next: readonly Attendance[]; undo?: Attendance }> = {
  expected: { next: ['arrived', 'no_show'] },
  arrived: { next: ['completed'], undo: 'expected' },
  completed: { next: [], undo: 'arrived' },
  no_show: { next: [], undo: 'expected' },
}

/** The clinic's time, and how early it checks patients in. */
export interface CheckInTime extends Pick<ClinicMoment, 'today' | 'minute'> {
  checkInMinutes: number
}

/** What undoes the last step; undefined before the first one. */
export function undoneAttendance(from: Attendance): Attendance | undefined {
  return STEPS[from].undo
}

/** The first of the steps that lead from one attendance to another. */
export function attendanceToward(goal: Attendance, from: Attendance): Attendance {
  const { next, undo } = STEPS[from]
  if (goal === from || goal === undo || next.includes(goal)) return goal
  return next.find((each) => STEPS[each].next.includes(goal)) ?? undo ?? goal
}

/**
 * Why an attendance cannot change now; undefined when it can: docs/requirements.md#attendance.
 */
export function findAttendanceObstacle(
  appointment: {
    date: IsoDate
    startMinute: number
    attendance: Attendance
    /** The last step, with the clinic's day. */
    step: { day: IsoDate } | null
  },
  to: Attendance,
  { today, minute, checkInMinutes }: CheckInTime,
): 'too_early' | 'too_late' | 'not_possible' | undefined {
  const { date, startMinute, attendance: from, step } = appointment
  if (to === undoneAttendance(from)) return step?.day === today ? undefined : 'too_late'
  if (!STEPS[from].next.includes(to)) return 'not_possible'
  const opens = to === 'no_show' ? startMinute : startMinute - checkInMinutes
  const isTooEarly = date > today || (date === today && minute < opens)
  return isTooEarly ? 'too_early' : undefined
}
