import { call } from '../call.ts'
import { errorResponse } from '../errors.ts'
import * as schemas from './extra-sessions.ts'

export const listExtraSessions = call('GET', '/schedule/sessions', 'admin', {
  summary: 'The extra sessions from today on',
  answers: { 200: schemas.extraSessionList },
})

export const addExtraSession = call('POST', '/schedule/sessions', 'admin', {
  summary: 'Open extra time on a day',
  body: schemas.newExtraSession,
  answers: { 201: schemas.extraSessionList, 409: errorResponse },
})

export const withdrawExtraSession = call('DELETE', '/schedule/sessions/:id', 'admin', {
  summary: 'Withdraw an extra session, with a decision about its appointments',
  params: schemas.extraSessionParams,
  query: schemas.extraSessionWithdrawal,
  answers: { 200: schemas.withdrawnSession, 409: schemas.sessionWithdrawalRefusal },
})
