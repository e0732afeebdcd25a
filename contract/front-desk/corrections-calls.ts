import { call } from '../call.ts'
import { correctionList, correctionsQuery } from './corrections.ts'

export const listCorrections = call('GET', '/corrections', 'staff', {
  summary: 'Corrected names, birth dates, phones and emails, newest first, for staff',
  query: correctionsQuery,
  answers: { 200: correctionList },
})
