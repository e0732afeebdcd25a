import { refusing } from '../refusals/refusals.ts'
import * as feeds from './calendar-feeds-calls.ts'

// Those with refusals of their own, below, take the place of the calls of the same name.
export * from './calendar-feeds-calls.ts'

/** The same for a token that never was, one that was revoked, and one whose maker left. */
export const noFeed = {
  refusals: { not_found: [404, 'There is no such calendar.'] },
} as const

export const createFeed = refusing(feeds.createFeed, {
  names_refused: [403, 'Only admins can make calendars with names.', 'forbidden'],
  unknown_doctor: [422, 'This doctor is no longer listed.'],
  too_many: [422, 'You have the most feeds that you can have. Revoke one first.'],
})

export const revokeFeed = refusing(feeds.revokeFeed, noFeed.refusals)
