import * as z from 'zod/mini'
import { bookingForm } from '#contract/booking/appointments.ts'

/** `PUT /contact`: by the rules of the booking dialog. */
export const contactForm = z.strictObject(bookingForm.shape)
export type ContactForm = z.infer<typeof contactForm>

/** `GET /contact`: the caller's phone and address; null until saved. */
export const contact = z.object({ phone: z.nullable(z.string()), address: z.nullable(z.string()) })
export type Contact = z.infer<typeof contact>
