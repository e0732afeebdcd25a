import * as z from 'zod/mini'

/** Paths of an appointment: `/appointments/{id}`. */
export const appointmentParams = z.object({ id: z.uuid('Invalid appointment ID') })
