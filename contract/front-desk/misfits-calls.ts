import type { Call } from '../call.ts'
import {
  misfitList,
  misfitParams,
  misfitRefusal,
  misfitResponse,
  newTime,
} from '../schedule/schedule.ts'

export const listMisfits = {
  method: 'GET',
  path: '/schedule/misfits',
  access: 'admin',
  summary: 'List appointments to come that no longer fit the schedule',
  answers: { 200: misfitList },
} as const satisfies Call

export const moveMisfit = {
  method: 'POST',
  path: '/schedule/misfits/:id/move',
  access: 'admin',
  summary: 'Move an appointment that does not fit to a free time',
  params: misfitParams,
  body: newTime,
  answers: { 200: misfitResponse, 409: misfitRefusal },
} as const satisfies Call
