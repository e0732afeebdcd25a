import { call } from '../call.ts'
import { secondCopy } from './second-copy.ts'

export const getSecondCopy = call('GET', '/second-copy', 'admin', {
  summary: 'The second copy of the data: its age, and the last drill',
  answers: { 200: secondCopy },
})
