import { appointmentParams } from '#contract/ids.ts'
import type { Call } from '../call.ts'
import {
  cancelRequest,
  cancelResponse,
  changeOptions,
  changeRefusal,
  moveRequest,
  moveResponse,
} from './appointment-changes.ts'

export const getChangeOptions = {
  method: 'GET',
  path: '/appointments/:id/options',
  access: 'user',
  summary: 'What you can change about an appointment now, and what canceling refunds',
  params: appointmentParams,
  answers: { 200: changeOptions },
} as const satisfies Call

export const moveAppointment = {
  method: 'POST',
  path: '/appointments/:id/move',
  access: 'user',
  summary: 'Move an appointment to a free time; price and payment stay',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: moveRequest,
  answers: { 200: moveResponse, 409: changeRefusal },
} as const satisfies Call

export const cancelAppointment = {
  method: 'POST',
  path: '/appointments/:id/cancel',
  access: 'user',
  summary: 'Cancel an appointment, with the refund that was quoted',
  limit: { name: 'change', perMinute: 20, perMinuteForStaff: 120, per: 'user' },
  params: appointmentParams,
  body: cancelRequest,
  answers: { 200: cancelResponse, 409: changeRefusal },
} as const satisfies Call
