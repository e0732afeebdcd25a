import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as opening from './opening-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './opening-calls.ts'

export const changeOpening = refusing(opening.changeOpening, {
  ...stale,
  samples: [409, 'Replace or remove the samples first: {samples}.'],
  facts: [409, 'Write, confirm or hide these texts of the website first: {facts}.'],
  not_possible: [409, 'That is not possible in the present state of the site.'],
  past: [409, 'That day has passed. Choose today or a later day.'],
  closed_day: [409, 'The clinic is closed on that day. The next open day is {day}.'],
  closed_for_long: [
    409,
    'The clinic has no open day from then on. Check the opening hours first.',
    'closed_day',
  ],
})
