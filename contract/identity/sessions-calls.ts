import * as z from 'zod/mini'
import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import { sessionId } from '../ids.ts'
import { sessionList } from './users.ts'

export const listSessions = call('GET', '/sessions', 'user', {
  summary: 'Your sessions of the last 30 days, the most recently used first',
  answers: { 200: sessionList },
})

export const endSessions = call('DELETE', '/sessions', 'user', {
  summary: 'Log out everywhere, here as well',
  limit: { name: 'sessions', perMinute: 6, per: 'user' },
  answers: { 200: deletion },
})

export const endSession = call('DELETE', '/sessions/:id', 'user', {
  summary: 'End one of your sessions',
  params: z.object({ id: sessionId }),
  answers: { 200: deletion },
})

/** Open to everyone, so that a logout succeeds even with an expired or invalid token. */
export const endCurrentSession = call('DELETE', '/sessions/current', 'everyone', {
  summary: 'Log out: end the session of the token that is sent, if there is one',
  answers: { 200: deletion },
})
