import type { Call } from '../call.ts'
import * as schemas from './schedule.ts'

export const listScheduleConflicts = {
  method: 'GET',
  path: '/schedule/misfits',
  access: 'staff',
  summary: 'List appointments to come that no longer fit the schedule, for staff',
  answers: { 200: schemas.conflictList },
} as const satisfies Call

export const moveConflict = {
  method: 'POST',
  path: '/schedule/misfits/:id/move',
  access: 'admin',
  summary: 'Move an appointment that does not fit to a free time',
  params: schemas.conflictParams,
  body: schemas.newTime,
  answers: { 200: schemas.conflictResponse, 409: schemas.conflictRefusal },
} as const satisfies Call

const decision = {
  method: 'POST',
  access: 'admin',
  params: schemas.conflictParams,
  body: schemas.seenAppointment,
  answers: { 200: schemas.conflictResponse, 409: schemas.conflictRefusal },
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
