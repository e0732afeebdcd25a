import { call } from '../call.ts'
import { conflictWith } from '../errors.ts'
import { clinicTexts, languageParams, translationChange } from './translations.ts'

export const getTranslations = call('GET', '/translations/:language', 'admin', {
  summary: 'What the clinic wrote for families, with its translations',
  params: languageParams,
  answers: { 200: clinicTexts },
})

export const changeTranslation = call('PUT', '/translations/:language', 'admin', {
  summary: 'Change the translation of a text',
  params: languageParams,
  body: translationChange,
  answers: { 200: clinicTexts, 409: conflictWith(clinicTexts) },
})
