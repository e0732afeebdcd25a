import * as z from 'zod/mini'
import { seenVersion } from '#contract/seen-version.ts'
import { refusalWith } from '../errors.ts'
import { wireDate } from '../wire-date.ts'
import { agendaEntry } from './agenda.ts'
import { closedTime, span } from './agenda-frame.ts'

/** `GET /my-day?date=`; today without a date. */
export const doctorDayQuery = z.strictObject({ date: z.optional(wireDate) })

/** An appointment as its doctor sees it: without money, addresses or the family. */
export const doctorEntry = z.pick(agendaEntry, {
  _id: true,
  version: true,
  date: true,
  startMinute: true,
  lengthMinutes: true,
  treatment: true,
  patientName: true,
  child: true,
  childId: true,
  alerts: true,
  attendance: true,
  arrivedMinute: true,
  room: true,
  step: true,
  note: true,
  noteVersion: true,
  squeezed: true,
  firstVisit: true,
})
export type DoctorEntry = z.infer<typeof doctorEntry>

/** A doctor's appointments of a day, in the order of their times. */
export const doctorDay = z.object({
  /** The doctor's name. */
  doctor: z.string(),
  date: z.string(),
  /** Now at the clinic. */
  today: z.string(),
  minute: z.number(),
  /** An expected patient is late this many minutes after the start. */
  lateMinutes: z.number(),
  /** The doctor's; a gap between two is a break. */
  hours: z.array(span),
  /** The clinic's. */
  closures: z.array(closedTime),
  /** The doctor's. */
  absences: z.array(closedTime),
  entries: z.array(doctorEntry),
})
export type DoctorDay = z.infer<typeof doctorDay>

/** `PUT /my-day/{id}/attendance`: completes an appointment, or undoes that. */
export const completion = z.strictObject({
  /** Of the appointment that was on the screen. */
  version: seenVersion,
  completed: z.boolean('Completed must be true or false'),
})
export type Completion = z.infer<typeof completion>

/** Someone else saved a note meanwhile (409): the appointment with that note. */
export const doctorNoteRefusal = refusalWith('stale', { current: doctorEntry })
