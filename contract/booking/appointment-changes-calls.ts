import { appointmentParams } from '#contract/ids.ts'
import { call } from '../call.ts'
import * as schemas from './appointment-changes.ts'

export const getChangeOptions = call('GET', '/appointments/:id/options', 'user', {
  summary: 'What you can change about an appointment now, and what canceling refunds',
  params: appointmentParams,
  answers: { 200: schemas.changeOptions },
})

export const moveAppointment = call('POST', '/appointments/:id/move', 'user', {
  summary: 'Move an appointment to a free time; price and payment stay',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: schemas.moveRequest,
  answers: { 200: schemas.moveResponse, 409: schemas.changeRefusal },
})

export const undoMove = call('POST', '/appointments/:id/undo-move', 'staff', {
  summary: 'Undo a move within ten seconds, before anyone is told about it, for staff',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: schemas.undoMoveRequest,
  answers: { 200: schemas.undoMoveResponse },
})

export const cancelAppointment = call('POST', '/appointments/:id/cancel', 'user', {
  summary: 'Cancel an appointment, with the refund that was quoted',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: schemas.cancelRequest,
  answers: { 200: schemas.cancelResponse, 409: schemas.changeRefusal },
})
