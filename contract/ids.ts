import * as z from 'zod/mini'

// Ids in payloads, with what is said of one that is none. People choose the last two from lists.

export const appointmentId = z.uuid('Invalid appointment ID')
export const treatmentId = z.uuid('Invalid treatment ID')
export const doctorId = z.uuid('Choose a doctor from the list')
export const childId = z.uuid('Choose a child from your list')

/** Paths of an appointment: `/appointments/{id}`. */
export const appointmentParams = z.object({ id: appointmentId })
