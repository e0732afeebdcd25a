import type { Call } from '../call.ts'
import { correctionList, correctionsQuery } from './corrections.ts'

export const listCorrections = {
  method: 'GET',
  path: '/corrections',
  access: 'staff',
  summary: 'Corrected names, birth dates, phones and emails, newest first, for staff',
  query: correctionsQuery,
  answers: { 200: correctionList },
} as const satisfies Call
