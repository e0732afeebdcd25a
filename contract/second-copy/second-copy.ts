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
      /** Where the copy is, without its password. */
      place: z.string(),
      /** The age of the copy in seconds; null until it is complete for the first time. */
      ageSeconds: z.nullable(z.number()),
      /** From this age on, in minutes, the copy counts as too old. */
      alarmMinutes: z.number(),
      isTooOld: z.boolean(),
      /** The last nightly drill: it restores the copy and checks it. */
      drill: z.nullable(
        z.object({
          /** ISO instant, UTC. */
          at: z.string(),
          /** Empty when every check passed. */
          failed: z.array(drillCheck),
        }),
      ),
    }),
  ),
})
export type SecondCopy = z.infer<typeof secondCopy>
