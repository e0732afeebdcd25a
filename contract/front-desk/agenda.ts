import * as z from 'zod/mini'
import { appointmentId } from '#contract/ids.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { optionalText, requiredLine } from '#contract/text.ts'
import { TRANSLATIONS } from '#words/languages.ts'
import { type DeskAttendance, deskAttendance } from '../booking/appointments.ts'
import { LONGEST_ROOM } from '../clinic/rooms.ts'
import type { IsoDate } from '../dates.ts'
import { refusalWith } from '../errors.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { paymentMethod } from '../payments/payments.ts'
import { shownPhone } from '../phone.ts'
import { wireDate } from '../wire-date.ts'
import { childAlert } from './alerts.ts'

const LONGEST_NOTE = 500

/** The most appointments that can be requested by id. */
export const MOST_IDS = 50

/**
 * `GET /agenda?date=&days=&ids=`: a day or a week; with comma-separated `ids`, only these of its
 * appointments.
 */
export const agendaQuery = z.strictObject({
  date: wireDate,
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(7)), 1),
  ids: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z
        .array(appointmentId)
        .check(z.maxLength(MOST_IDS, `Ask for ${MOST_IDS} appointments at most`)),
    ),
  ),
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
  /** Id of the family; null once the account is removed. */
  family: z.nullable(z.string()),
  ...shownPatient,
  /** Null when it is for the account holder or the family without an account. */
  childId: z.nullable(z.string()),
  /** The child's alerts, the oldest first: docs/requirements.md#alerts. */
  alerts: z.array(childAlert),
  /** Of the family's emails; absent for English. */
  language: z.optional(z.enum(TRANSLATIONS)),
  /** Empty when unknown. */
  email: z.string(),
  ...shownPhone,
  /** Dollars. */
  price: z.number(),
  /** There is nothing to pay. */
  paid: z.boolean(),
  /** There is nothing to pay, because the previous system bills it. */
  billedElsewhere: z.optional(z.literal(true)),
  /** How it was paid; null while it is unpaid, and when the previous system bills it. */
  payment: z.nullable(
    z.object({
      method: paymentMethod,
      /** The clinic's day: `2026-06-05`. */
      day: z.string(),
      /** The receipt's number. */
      receipt: z.nullable(z.string()),
    }),
  ),
  attendance: deskAttendance,
  /** When the patient arrived, in minutes after midnight at the clinic; null before, and when unknown. */
  arrivedMinute: z.nullable(z.number()),
  /** The patient's current or last room, and since when; `name` is null where the clinic names no rooms. */
  room: z.nullable(z.object({ name: z.nullable(z.string()), minute: z.number() })),
  /** The last step of the attendance; null before the first one. */
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
  /** Why staff booked it outside opening hours; for staff only. */
  overrideReason: z.nullable(z.string()),
  /** An extra patient beside a taken time; `overrideReason` says why. */
  squeezed: z.boolean(),
  /** The clinic closed its time and holds another one until the family answers. */
  reoffered: z.optional(z.literal(true)),
  /** The patient's first appointment, not counting missed ones. */
  firstVisit: z.optional(z.literal(true)),
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
  /** Check-in opens this many minutes before an appointment. */
  checkInMinutes: z.number(),
  /** An expected patient is late this many minutes after the start. */
  lateMinutes: z.number(),
  /** Names of the clinic's rooms; may be empty. */
  rooms: z.array(z.string()),
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

/** The days of a month, in order. No patient data. */
export const agendaMonth = z.object({
  /** Today at the clinic. */
  today: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      appointments: z.number(),
      unpaid: z.number(),
      /** Of the appointments, without extra patients. */
      bookedMinutes: z.number(),
      /** Of all doctors; 0 when closed. */
      openMinutes: z.number(),
      /** Why the clinic is closed, all day or part of it. */
      closures: z.array(z.string()),
    }),
  ),
})
export type AgendaMonth = z.infer<typeof agendaMonth>

/** `GET /agenda/to-settle?after=&limit=`: the page after an appointment. */
export const unsettledQuery = z.strictObject({
  after: z.optional(appointmentId),
  limit: pageLimit(50),
})

/** A page, oldest first; the number on all pages is in the header `TOTAL_COUNT`. */
export const agendaEntries = z.array(agendaEntry)

/**
 * An event of `GET /agenda/changes`: ids of changed appointments. Empty when something else on the front
 * desk's screens changed, such as a claim or the schedule.
 */
export const changedIds = z.array(z.string())

/** `PUT /agenda/{id}/attendance`. */
export const attendanceChange = z.strictObject({
  /** Of the appointment that was on the screen. */
  version: seenVersion,
  attendance: deskAttendance,
  /** For `in_room`: one of the clinic's rooms. */
  room: z.optional(requiredLine('Room', LONGEST_ROOM)),
  /** Staff confirmed that the patient is here early. */
  early: z.optional(z.literal(true)),
})
export type AttendanceChange = z.infer<typeof attendanceChange>

/** `PUT /agenda/{id}/note`; an empty note deletes it. */
export const noteChange = z.strictObject({
  /** Of the note that was on the screen. */
  version: seenVersion,
  note: optionalText('Note', LONGEST_NOTE),
})

export type NoteChange = z.infer<typeof noteChange>

/** Someone else saved a note meanwhile (409): the appointment with that note. */
export const noteRefusal = refusalWith('stale', { current: agendaEntry })

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

/** Why an attendance was not changed (409). */
export const attendanceRefusal = z.object({
  code: z.enum(['stale', 'early', 'too_early', 'too_late', 'not_possible', 'unknown_room']),
  message: z.string(),
  /** The appointment now, without personal data. */
  current: z.pick(agendaEntry, {
    _id: true,
    version: true,
    attendance: true,
    arrivedMinute: true,
    room: true,
    step: true,
  }),
})
export type AttendanceRefusal = z.infer<typeof attendanceRefusal>

/** The steps of an attendance, and the undo of each. */
const STEPS: Record<DeskAttendance, { next: readonly DeskAttendance[]; undo?: DeskAttendance }> = {
  expected: { next: ['arrived', 'no_show'] },
  arrived: { next: ['in_room', 'completed'], undo: 'expected' },
  in_room: { next: ['completed'], undo: 'arrived' },
  completed: { next: [], undo: 'arrived' },
  no_show: { next: [], undo: 'expected' },
}

/** The clinic's time, and how early it checks patients in. */
export type CheckInTime = Pick<Agenda, 'today' | 'minute' | 'checkInMinutes'>

/** An attendance, and whether the patient has been in a room. */
interface Attended {
  attendance: DeskAttendance
  room: object | null
}

/** The step that undoes the last one; undefined before the first one. */
export function undoneAttendance({ attendance, room }: Attended): DeskAttendance | undefined {
  return attendance === 'completed' && room ? 'in_room' : STEPS[attendance].undo
}

/** The next step from one attendance toward another. */
export function attendanceToward(goal: DeskAttendance, from: Attended): DeskAttendance {
  const { next } = STEPS[from.attendance]
  const undo = undoneAttendance(from)
  if (goal === from.attendance || goal === undo || next.includes(goal)) return goal
  return next.find((each) => STEPS[each].next.includes(goal)) ?? undo ?? goal
}

/**
 * Why an attendance cannot change now; undefined when it can: docs/requirements.md#attendance. `early`: it
 * can after staff confirm that the patient is here.
 */
export function findAttendanceObstacle(
  appointment: Attended & {
    date: IsoDate
    startMinute: number
    /** The last step, with the clinic's day. */
    step: { day: IsoDate } | null
  },
  to: DeskAttendance,
  { today, minute, checkInMinutes }: CheckInTime,
): 'early' | 'too_early' | 'too_late' | 'not_possible' | undefined {
  const { date, startMinute, attendance: from, step } = appointment
  if (to === undoneAttendance(appointment)) return step?.day === today ? undefined : 'too_late'
  if (!STEPS[from].next.includes(to)) return 'not_possible'
  if (date !== today) return date > today ? 'too_early' : undefined
  if (to === 'no_show') return minute < startMinute ? 'too_early' : undefined
  return to === 'arrived' && minute < startMinute - checkInMinutes ? 'early' : undefined
}

/** How long a patient has been waiting or in the room, in minutes; undefined on another day. */
export function minutesSinceStep(
  {
    attendance,
    arrivedMinute,
    room,
    step,
  }: Pick<AgendaEntry, 'attendance' | 'arrivedMinute' | 'room' | 'step'>,
  { today, minute }: Pick<Agenda, 'today' | 'minute'>,
): number | undefined {
  if (step?.day !== today) return undefined
  const since =
    attendance === 'in_room' ? room?.minute : attendance === 'arrived' ? arrivedMinute : null
  return since == null ? undefined : Math.max(0, minute - since)
}
