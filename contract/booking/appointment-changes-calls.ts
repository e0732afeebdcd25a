import { appointmentParams } from '#contract/ids.ts'
import type { Call } from '../call.ts'
import * as schemas from './appointment-changes.ts'

export const getChangeOptions = {
  method: 'GET',
  path: '/appointments/:id/options',
  access: 'user',
  summary: 'What you can change about an appointment now, and what canceling refunds',
  params: appointmentParams,
  answers: { 200: schemas.changeOptions },
} as const satisfies Call

export const moveAppointment = {
  method: 'POST',
  path: '/appointments/:id/move',
  access: 'user',
  summary: 'Move an appointment to a free time; price and payment stay',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: schemas.moveRequest,
  answers: { 200: schemas.moveResponse, 409: schemas.changeRefusal },
} as const satisfies Call

export const cancelAppointment = {
  method: 'POST',
  path: '/appointments/:id/cancel',
  access: 'user',
  summary: 'Cancel an appointment, with the refund that was quoted',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: schemas.cancelRequest,
  answers: { 200: schemas.cancelResponse, 409: schemas.changeRefusal },
} as const satisfies Call
