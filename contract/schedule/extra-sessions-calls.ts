import type { Call } from '../call.ts'
import { errorResponse } from '../errors.ts'
import {
  extraSessionList,
  extraSessionParams,
  extraSessionWithdrawal,
  newExtraSession,
  sessionWithdrawalRefusal,
  withdrawnSession,
} from './extra-sessions.ts'

export const listExtraSessions = {
  method: 'GET',
  path: '/schedule/sessions',
  access: 'admin',
  summary: 'The extra sessions from today on',
  answers: { 200: extraSessionList },
} as const satisfies Call

export const addExtraSession = {
  method: 'POST',
  path: '/schedule/sessions',
  access: 'admin',
  summary: 'Open extra time on a day',
  body: newExtraSession,
  answers: { 201: extraSessionList, 409: errorResponse },
} as const satisfies Call

export const withdrawExtraSession = {
  method: 'DELETE',
  path: '/schedule/sessions/:id',
  access: 'admin',
  summary: 'Withdraw an extra session, once it is decided what happens to its appointments',
  params: extraSessionParams,
  query: extraSessionWithdrawal,
  answers: { 200: withdrawnSession, 409: sessionWithdrawalRefusal },
} as const satisfies Call
