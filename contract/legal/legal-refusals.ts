import * as words from '#words/en/refusals/legal.ts'
import { beside, refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as legal from './legal-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './legal-calls.ts'

export const getLegalPage = refusing(legal.getLegalPage, {
  not_found: [404, words.notPublished],
})

export const publishLegalPage = refusing(legal.publishLegalPage, {
  ...stale,
  too_early: [
    409,
    beside(
      'effectiveOn',
      'Version {version} takes effect on {day}: the next one can’t take effect before it.',
    ),
  ],
})

export const translateLegalPage = refusing(legal.translateLegalPage, {
  ...stale,
  not_found: [404, 'There is no version {version} of this page.'],
  version_ended: [409, 'Version {version} is no longer in effect, so its text does not change.'],
})
