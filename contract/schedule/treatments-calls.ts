import type { Call } from '../call.ts'
import { treatmentList } from './treatments.ts'

export const listServices = {
  method: 'GET',
  path: '/services',
  access: 'everyone',
  summary: 'List treatments with all slots of a working day',
  answers: { 200: treatmentList },
} as const satisfies Call
