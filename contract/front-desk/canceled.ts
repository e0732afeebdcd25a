import * as z from 'zod/mini'
import { wireDate } from '../wire-date.ts'
import { agendaEntry } from './agenda.ts'

/** `GET /agenda/canceled?date=2026-06-05`. */
export const canceledQuery = z.strictObject({ date: wireDate })

const canceledAppointment = z.object({
  ...z.pick(agendaEntry, {
    _id: true,
    startMinute: true,
    lengthMinutes: true,
    treatment: true,
    doctor: true,
    family: true,
    patientName: true,
    child: true,
    phone: true,
    dialablePhone: true,
  }).shape,
  /** ISO instant, UTC. */
  canceledAt: z.string(),
  /** Null when unknown. */
  by: z.nullable(z.enum(['family', 'clinic'])),
})
export type CanceledAppointment = z.infer<typeof canceledAppointment>

/** The canceled appointments of a day, in the order of their times. */
export const canceledAppointments = z.array(canceledAppointment)
