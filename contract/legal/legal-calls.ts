import { call } from '../call.ts'
import * as schemas from './legal-pages.ts'

export const getLegalPage = call('GET', '/legal/:page', 'everyone', {
  summary: 'A legal page: the version in effect, or another one',
  params: schemas.legalPageParams,
  query: schemas.legalPageQuery,
  answers: { 200: schemas.legalPage },
})

export const publishLegalPage = call('POST', '/legal/:page', 'admin', {
  summary: 'Publish the next version of a legal page',
  needsRecentLogin: true,
  // JSON escapes quotes and line breaks.
  bodyLimit: 3 * schemas.LEGAL_KILOBYTES * 1000,
  params: schemas.legalPageParams,
  body: schemas.newLegalVersion,
  answers: { 200: schemas.legalPage, 409: schemas.legalRefusal },
})
