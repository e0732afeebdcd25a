import type { Call } from '../call.ts'
import { errorResponse } from '../errors.ts'
import * as schemas from './extra-sessions.ts'

export const listExtraSessions = {
  method: 'GET',
  path: '/schedule/sessions',
  access: 'admin',
  summary: 'The extra sessions from today on',
  answers: { 200: schemas.extraSessionList },
} as const satisfies Call

export const addExtraSession = {
  method: 'POST',
  path: '/schedule/sessions',
  access: 'admin',
  summary: 'Open extra time on a day',
  body: schemas.newExtraSession,
  answers: { 201: schemas.extraSessionList, 409: errorResponse },
} as const satisfies Call

export const withdrawExtraSession = {
  method: 'DELETE',
  path: '/schedule/sessions/:id',
  access: 'admin',
  summary: 'Withdraw an extra session, once it is decided what happens to its appointments',
  params: schemas.extraSessionParams,
  query: schemas.extraSessionWithdrawal,
  answers: { 200: schemas.withdrawnSession, 409: schemas.sessionWithdrawalRefusal },
} as const satisfies Call
