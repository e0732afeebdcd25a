import * as z from 'zod/mini'
import { TRANSLATIONS } from '#words/languages.ts'
import { errorResponse } from '../errors.ts'
import { richText } from '../rich-text/rich-text.ts'
import { typedRichText } from '../rich-text/typed-rich-text.ts'
import { plannedDate } from '../wire-date.ts'
import { legalPageName as pageName } from './published-legal-page.ts'

/** The most kilobytes of a legal page. */
export const LEGAL_KILOBYTES = 200

const language = z.enum(TRANSLATIONS, 'Choose a language')

export const legalPageParams = z.object({ page: pageName })

export const legalTranslationParams = z.strictObject({ page: pageName, language })

/**
 * `GET /legal/{page}?version=`; without a version, the one in effect, or the first one if none is
 * in effect yet.
 */
export const legalPageQuery = z.strictObject({
  version: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
})

const versionFacts = {
  version: z.int(),
  /** The clinic's day from which it applies, inclusive. */
  effectiveOn: z.string(),
  /** ISO instant, UTC. */
  publishedAt: z.string(),
  state: z.enum(['upcoming', 'current', 'former']),
  /** The languages other than English in which its text is there; absent without any. */
  languages: z.optional(z.array(language)),
}

/** A version of a legal page, and the list of all. */
export const legalPage = z.object({
  page: pageName,
  title: z.string(),
  ...versionFacts,
  /** In English. */
  body: richText,
  /** Its text in other languages; absent without any. */
  translations: z.optional(z.array(z.object({ language, revision: z.int(), body: richText }))),
  /** Newest first. */
  versions: z.array(z.object(versionFacts)),
})
export type LegalPage = z.infer<typeof legalPage>
export type LegalVersion = LegalPage['versions'][number]

/** `POST /legal/{page}`: publishes the next version. */
export const newLegalVersion = z.strictObject({
  /** The newest version that the admin saw; 0 before the first. */
  version: z.int().check(z.gte(0)),
  /** May be in the past, for a text that the clinic already used. */
  effectiveOn: plannedDate,
  text: typedRichText('Text', LEGAL_KILOBYTES),
})
export type NewLegalVersion = z.output<typeof newLegalVersion>

/** `PUT /legal/{page}/{language}`: the text of a published version in that language. */
export const newLegalTranslation = z.strictObject({
  version: z.int().check(z.gte(1)),
  /** The newest revision that the admin saw; 0 before the first. */
  revision: z.int().check(z.gte(0)),
  text: typedRichText('Text', LEGAL_KILOBYTES),
})
export type NewLegalTranslation = z.output<typeof newLegalTranslation>

/** 409; `current`: the newest version, or the one that was translated. */
export const legalRefusal = z.object({ ...errorResponse.shape, current: z.optional(legalPage) })
