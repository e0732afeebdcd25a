import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import { sessionList } from './users.ts'

export const listSessions = call('GET', '/sessions', 'user', {
  summary: 'One’s own sessions of the last 30 days, the one used last first',
  answers: { 200: sessionList },
})

export const endSessions = call('DELETE', '/sessions', 'user', {
  summary: 'Log out everywhere, here as well',
  limit: { name: 'sessions', perMinute: 6, per: 'user' },
  answers: { 200: deletion },
})
