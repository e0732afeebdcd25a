import { call } from '../call.ts'
import { historyPage, historyQuery } from './history.ts'

export const listHistory = call('GET', '/appointments/history', 'user', {
  summary: 'List your past and canceled appointments with their money, latest first',
  query: historyQuery,
  answers: { 200: historyPage },
})
