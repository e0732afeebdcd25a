import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as site from './site-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './site-calls.ts'

export const changeSite = refusing(site.changeSite, {
  ...stale,
  other_section: [400, 'These words belong to another section.'],
  future: [409, 'The date of a permission can’t be in the future.'],
  facts: [409, 'Confirm these claims first, because they would become public again: {facts}.'],
})
