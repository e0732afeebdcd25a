import * as z from 'zod/mini'

/** A day with the times that are free on it. */
const freeDay = z.object({
  /** ISO. */
  date: z.string(),
  /** On that day, in dollars. */
  price: z.number(),
  /** '09:00 AM - 09:30 AM'. */
  slots: z.array(z.string()),
})
export type FreeDay = z.infer<typeof freeDay>

/** `GET /available/next`: a treatment with the next days on which it has free times. */
const nextTimes = z.object({
  _id: z.string(),
  name: z.string(),
  /** The ages it is for, in words: '0–2 years'. */
  ages: z.optional(z.string()),
  /** The same in months. */
  minAgeMonths: z.optional(z.number()),
  maxAgeMonths: z.optional(z.number()),
  /** The names of those who give it; absent for a treatment without doctors. */
  doctors: z.optional(z.array(z.string())),
  /** In order, at most `SHOWN_DAYS`; empty when nothing is free within the booking horizon. */
  days: z.array(freeDay),
})
export type NextTimes = z.infer<typeof nextTimes>

export const nextTimesList = z.array(nextTimes)

export const SHOWN_DAYS = 5
