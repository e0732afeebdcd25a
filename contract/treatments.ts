import * as z from 'zod/mini'
import { wireDate } from './dates.ts'

/** A treatment as `GET /services` and `GET /available` list it; `price` in dollars. */
export const treatment = z.object({
  _id: z.string(),
  name: z.string(),
  /** Free slots of the day asked for (`/available`) or all slots (`/services`): '09:00 AM - 09:30 AM'. */
  slots: z.array(z.string()),
  price: z.number(),
})
export type Treatment = z.infer<typeof treatment>

export const treatmentList = z.array(treatment)

/** `GET /available?date=`. */
export const availabilityQuery = z.strictObject({ date: wireDate })
