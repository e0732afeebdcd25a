import * as z from 'zod/mini'

/** The nightly drill's checks of the copy that it restored. */
export const drillCheck = z.enum([
  'restore',
  'integrity',
  'books',
  'bookings',
  'families',
  'search',
  'images',
  'age',
])
export type DrillCheck = z.infer<typeof drillCheck>

/** `GET /second-copy`. */
export const secondCopy = z.object({
  /** Null without REPLICA_URL. */
  copy: z.nullable(
    z.object({
      /** Where it is, without a password. */
      place: z.string(),
      /** How old the copy is, in seconds; null before it is complete for the first time. */
      ageSeconds: z.nullable(z.number()),
      /** From this age on the copy is too old, in minutes. */
      alarmMinutes: z.number(),
      isTooOld: z.boolean(),
      /** The last time that it was restored and checked. */
      drill: z.nullable(
        z.object({
          /** ISO instant, UTC. */
          at: z.string(),
          /** Empty when all was well. */
          failed: z.array(drillCheck),
        }),
      ),
    }),
  ),
})
export type SecondCopy = z.infer<typeof secondCopy>
