import { call } from '../call.ts'
import * as schemas from './legal-pages.ts'

// JSON escapes quotes and line breaks.
const BODY_LIMIT = 3 * schemas.LEGAL_KILOBYTES * 1000

export const getLegalPage = call('GET', '/legal/:page', 'everyone', {
  summary: 'A legal page: the version in effect, or another one',
  params: schemas.legalPageParams,
  query: schemas.legalPageQuery,
  answers: { 200: schemas.legalPage },
})

export const publishLegalPage = call('POST', '/legal/:page', 'admin', {
  summary: 'Publish the next version of a legal page',
  needsRecentLogin: true,
  bodyLimit: BODY_LIMIT,
  params: schemas.legalPageParams,
  body: schemas.newLegalVersion,
  answers: { 200: schemas.legalPage, 409: schemas.legalRefusal },
})

export const translateLegalPage = call('PUT', '/legal/:page/:language', 'admin', {
  summary: 'Save the text of a published version in another language',
  needsRecentLogin: true,
  bodyLimit: BODY_LIMIT,
  params: schemas.legalTranslationParams,
  body: schemas.newLegalTranslation,
  answers: { 200: schemas.legalPage, 409: schemas.legalRefusal },
})
