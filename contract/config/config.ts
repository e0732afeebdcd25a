import * as z from 'zod/mini'
import { refundTerms } from '#contract/payments/refund-bands.ts'

/** `GET /config`: the settings that the browser needs. Nothing secret. */
export const siteConfig = z.object({
  clinic: z.object({
    /** Today in the clinic's time zone. */
    today: z.string(),
    /** IANA name. */
    timeZone: z.optional(z.string()),
    /** Milliseconds until the next day starts there. */
    nextDayIn: z.number(),
    /** The last day that can be booked. */
    lastDay: z.string(),
    /** Days besides `closedWeekdays` on which the clinic takes no appointments. */
    closures: z.array(z.string()),
    /** Weekdays on which the clinic is always closed, 0 for Sunday; the weekend when absent. */
    closedWeekdays: z.optional(z.array(z.number())),
    /** Why the clinic is closed on a day, where it gives a reason. */
    closedReasons: z.optional(z.array(z.object({ date: z.string(), reason: z.string() }))),
    /** Days on which every time is taken. */
    fullDays: z.optional(z.array(z.string())),
  }),
  identity: z.object({
    mode: z.enum(['emulator', 'firebase']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.optional(z.string()),
  }),
  /** The terms of a booking made now. */
  refundTerms: z.optional(refundTerms),
  /** Until when, and how often, families can change appointments themselves. */
  onlineRules: z.optional(z.object({ changeUntilHours: z.number(), mostMoves: z.number() })),
  /** For how many minutes an offer is held: at most, and at least, in the last hours before its time. */
  offerMinutes: z.optional(z.object({ most: z.number(), least: z.number() })),
  /** The most appointments of a series. */
  mostInSeries: z.optional(z.number()),
  /** The intervals of *Next visit*, like '2 weeks, 1 year'; the default ones when absent. */
  followUps: z.optional(z.string()),
  /** Staff and admin pages lock after this many minutes without input; 0: never. */
  lockMinutes: z.optional(z.number()),
  payments: z.object({
    publishableKey: z.string(),
    /** Script of the Stripe stand-in; absent with real keys. */
    scriptUrl: z.optional(z.string()),
  }),
})
export type SiteConfig = z.infer<typeof siteConfig>
