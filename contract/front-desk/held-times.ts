import * as z from 'zod/mini'
import { shownPatient } from '../patients/patients.ts'
import { agendaEntry } from './agenda.ts'
import { agendaFrameQuery } from './agenda-frame.ts'

/** `GET /agenda/held?date=&days=`: a day or a week. */
export const heldTimesQuery = agendaFrameQuery

const ofDay = z.object({ date: z.string(), slot: z.string() })

/** A time that is held for a family that waits, until it has answered the offer. */
const heldTime = z.object({
  /** Of the offer. */
  _id: z.string(),
  date: z.string(),
  startMinute: z.number(),
  lengthMinutes: z.number(),
  slot: z.string(),
  treatment: z.string(),
  doctor: agendaEntry.shape.doctor,
  /** Each waiting child, or the account holder. */
  patients: z.array(z.object(shownPatient)),
  /** Until when, on the clinic's clock. */
  untilAt: z.object({ date: z.string(), minute: z.number() }),
  /** The appointment that accepting it moves. */
  appointment: z.nullable(ofDay),
  /** The clinic has closed the time of that appointment. */
  isReoffer: z.boolean(),
})
export type HeldTime = z.infer<typeof heldTime>

/** In the order of their times. */
export const heldTimes = z.array(heldTime)
