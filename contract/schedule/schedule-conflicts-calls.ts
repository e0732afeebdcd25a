import { type Call, call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import * as schemas from './schedule.ts'

export const listScheduleConflicts = call('GET', '/schedule/misfits', 'staff', {
  summary: 'List upcoming appointments that no longer fit the schedule, for staff',
  answers: { 200: schemas.conflictList },
})

export const moveConflict = call('POST', '/schedule/misfits/:id/move', 'admin', {
  summary: 'Move an appointment that does not fit to a free time',
  params: appointmentParams,
  body: schemas.newTime,
  answers: { 200: schemas.conflictResponse, 409: schemas.conflictRefusal },
})

const decision = {
  method: 'POST',
  access: 'admin',
  params: appointmentParams,
  body: schemas.seenAppointment,
  answers: { 200: schemas.conflictResponse, 409: schemas.conflictRefusal },
} as const

/** What an admin can do about an appointment that does not fit, besides moving it. */
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
