import * as z from 'zod/mini'
import { errorResponse } from '../errors.ts'
import { richText } from '../rich-text/rich-text.ts'
import { typedRichText } from '../rich-text/typed-rich-text.ts'
import { plannedDate } from '../wire-date.ts'
import { legalPageName as pageName } from './published-legal-page.ts'

/** The most kilobytes of a legal page. */
export const LEGAL_KILOBYTES = 200

export const legalPageParams = z.object({ page: pageName })

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
}

/** A version of a legal page, and the list of all. */
export const legalPage = z.object({
  page: pageName,
  title: z.string(),
  ...versionFacts,
  body: richText,
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

/** 409; `current`: the newest version. */
export const legalRefusal = z.object({ ...errorResponse.shape, current: z.optional(legalPage) })
