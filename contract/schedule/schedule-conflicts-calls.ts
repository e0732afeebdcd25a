import type { Call } from '../call.ts'
import {
  conflictList,
  conflictParams,
  conflictRefusal,
  conflictResponse,
  newTime,
  seenAppointment,
} from './schedule.ts'

export const listScheduleConflicts = {
  method: 'GET',
  path: '/schedule/misfits',
  access: 'staff',
  summary: 'List appointments to come that no longer fit the schedule, for staff',
  answers: { 200: conflictList },
} as const satisfies Call

export const moveConflict = {
  method: 'POST',
  path: '/schedule/misfits/:id/move',
  access: 'admin',
  summary: 'Move an appointment that does not fit to a free time',
  params: conflictParams,
  body: newTime,
  answers: { 200: conflictResponse, 409: conflictRefusal },
} as const satisfies Call

const decision = {
  method: 'POST',
  access: 'admin',
  params: conflictParams,
  body: seenAppointment,
  answers: { 200: conflictResponse, 409: conflictRefusal },
} as const

/** What an admin can decide about an appointment that does not fit, besides moving it. */
export const conflictDecisions = {
  keep: {
    ...decision,
    path: '/schedule/misfits/:id/keep',
    summary: 'Keep an appointment that does not fit',
  },
  cancel: {
    ...decision,
    path: '/schedule/misfits/:id/cancel',
    summary: 'Cancel an appointment that does not fit, with a refund',
  },
} as const satisfies Record<string, Call>
