import * as z from 'zod/mini'
import { wireDate } from './dates.ts'

/** A treatment in `GET /services` and `GET /available`; `price` in dollars. */
export const treatment = z.object({
  _id: z.string(),
  name: z.string(),
  /** All slots, or for `/available` those free on the day: '09:00 AM - 09:30 AM'. */
  slots: z.array(z.string()),
  price: z.number(),
})
export type Treatment = z.infer<typeof treatment>

export const treatmentList = z.array(treatment)

/** `GET /available?date=`. */
export const availabilityQuery = z.strictObject({ date: wireDate })
