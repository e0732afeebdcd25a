import type { Call } from '../call.ts'
import { availabilityQuery, treatmentList } from './treatments.ts'

export const listServices = {
  method: 'GET',
  path: '/services',
  access: 'everyone',
  summary: 'List treatments with all slots of a working day',
  answers: { 200: treatmentList },
} as const satisfies Call

export const listAvailable = {
  method: 'GET',
  path: '/available',
  access: 'everyone',
  summary: 'List treatments with the free slots of a date',
  query: availabilityQuery,
  answers: { 200: treatmentList },
} as const satisfies Call
