import type { Call } from '../call.ts'
import { nextTimesList } from './next-times.ts'

export const listNextTimes = {
  method: 'GET',
  path: '/available/next',
  access: 'everyone',
  summary: 'List treatments with the next days on which they have free times',
  answers: { 200: nextTimesList },
} as const satisfies Call
