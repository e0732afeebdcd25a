import type { Call } from './call.ts'
import { secondCopy } from './second-copy.ts'

export const getSecondCopy = {
  method: 'GET',
  path: '/second-copy',
  access: 'admin',
  summary: 'The second copy of the data: its age, and the last drill',
  answers: { 200: secondCopy },
} as const satisfies Call
