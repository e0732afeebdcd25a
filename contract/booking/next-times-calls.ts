import { call } from '../call.ts'
import { nextTimesList } from './next-times.ts'

export const listNextTimes = call('GET', '/available/next', 'everyone', {
  summary: 'List treatments with the next days on which they have free times',
  answers: { 200: nextTimesList },
})
