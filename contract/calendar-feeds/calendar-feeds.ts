import * as z from 'zod/mini'
import { doctorId } from '#contract/ids.ts'

/** Days of appointments in a feed, before and after today. */
export const FEED_DAYS = { past: 30, coming: 180 }

/** The most open feeds of a member of staff. */
export const MOST_FEEDS = 20

/** `POST /calendar-feeds`. */
export const newFeed = z.strictObject({
  /** Id of the doctor whose appointments it shows; null for the whole clinic's. */
  doctor: z.nullable(doctorId),
  /** Whether it names patients and treatments; for admins only. */
  withNames: z.boolean(),
})
export type NewFeed = z.infer<typeof newFeed>

/** A feed as staff see it. Its address is shown once, when it is created. */
const calendarFeed = z.object({
  _id: z.string(),
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  withNames: z.boolean(),
  /** The user who created it. */
  by: z.string(),
  isOwn: z.boolean(),
  /** ISO instants, UTC. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const feedList = z.object({
  feeds: z.array(calendarFeed),
  /** The doctors that a feed can be for. */
  doctors: z.array(z.object({ _id: z.string(), name: z.string() })),
  /** Whether the caller may create feeds with names. */
  mayShowNames: z.boolean(),
})
export type FeedList = z.infer<typeof feedList>

/** The answer to a new feed. */
export const createdFeed = z.object({
  feed: calendarFeed,
  /** `https://…`, with the token. */
  url: z.string(),
})

export const feedParams = z.object({ id: z.uuid('Invalid feed ID') })

/** `GET /feeds/{token}.ics`; a text that is no token of a feed is not found. */
export const feedFileParams = z.object({ file: z.string().check(z.maxLength(100)) })
