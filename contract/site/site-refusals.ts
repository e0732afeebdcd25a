import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as site from './site-calls.ts'

// The one with refusals of its own, below, takes the place of the call of the same name.
export * from './site-calls.ts'

export const changeSite = refusing(site.changeSite, {
  ...stale,
  other_section: [400, 'The words are of another section.'],
  future: [409, 'A permission can’t be of a day in the future.'],
  facts: [409, 'Confirm first what would be public again: {facts}.'],
})
