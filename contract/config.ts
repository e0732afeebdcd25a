import * as z from 'zod/mini'

/** `GET /config`: what the browser has to know of how this server is set up. Nothing secret. */
export const siteConfig = z.object({
  clinic: z.object({
    /** The day in the clinic's time zone, in which 'today' and 'past' are decided. */
    today: z.string(),
    /** Milliseconds until the next one begins there. */
    nextDayIn: z.number(),
    lastDay: z.string(),
    closures: z.array(z.string()),
  }),
  identity: z.object({
    mode: z.enum(['emulator', 'firebase']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    appId: z.optional(z.string()),
  }),
  payments: z.object({
    publishableKey: z.string(),
    /** The script that stands in for Stripe's own; absent with real keys. */
    scriptUrl: z.optional(z.string()),
  }),
})
export type SiteConfig = z.infer<typeof siteConfig>
