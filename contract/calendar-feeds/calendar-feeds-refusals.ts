import * as words from '#words/en/refusals/calendars.ts'
import { refusing } from '../refusals/refusals.ts'
import * as feeds from './calendar-feeds-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './calendar-feeds-calls.ts'

/** One answer for a token that never existed, a revoked one, and one whose owner left. */
export const noFeed = {
  refusals: { not_found: [404, words.noCalendar] },
} as const

export const createFeed = refusing(feeds.createFeed, {
  names_refused: [403, 'Only admins can make calendars with names.', 'forbidden'],
  unknown_doctor: [422, 'This doctor is no longer listed.'],
  too_many: [422, 'You’ve reached the limit of feeds. Revoke one first.'],
})

export const revokeFeed = refusing(feeds.revokeFeed, noFeed.refusals)
