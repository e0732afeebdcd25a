import type { Call } from '../call.ts'
import { deletion, sessionList } from './users.ts'

export const listSessions = {
  method: 'GET',
  path: '/sessions',
  access: 'user',
  summary: 'One’s own sessions of the last 30 days, the one used last first',
  answers: { 200: sessionList },
} as const satisfies Call

export const endSessions = {
  method: 'DELETE',
  path: '/sessions',
  access: 'user',
  summary: 'Log out everywhere, here as well',
  limit: { name: 'sessions', perMinute: 6, per: 'user' },
  answers: { 200: deletion },
} as const satisfies Call
