import { call } from '../call.ts'
import { siteChange, siteConflict, siteParams, siteSection, siteState } from './site.ts'

export const getSite = call('GET', '/site', 'admin', {
  summary: 'The words of the website, to be edited, and which facts are confirmed',
  answers: { 200: siteState },
})

export const changeSite = call('PUT', '/site/:section', 'admin', {
  summary: 'Change the words of a section of the website',
  params: siteParams,
  body: siteChange,
  answers: { 200: siteSection, 409: siteConflict },
})
