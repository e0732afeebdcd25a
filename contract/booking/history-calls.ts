import type { Call } from '../call.ts'
import { historyPage, historyQuery } from './history.ts'

export const listHistory = {
  method: 'GET',
  path: '/appointments/history',
  access: 'user',
  summary: 'List your past and canceled appointments with their money, latest first',
  query: historyQuery,
  answers: { 200: historyPage },
} as const satisfies Call
