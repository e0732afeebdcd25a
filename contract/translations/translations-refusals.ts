import { refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as translations from './translations-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './translations-calls.ts'

export const changeTranslation = refusing(translations.changeTranslation, {
  ...stale,
  unknown_text: [404, 'The clinic no longer says this to families.', 'not_found'],
})
