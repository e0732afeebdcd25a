import type { Call } from '../call.ts'
import { agendaEntry, agendaParams } from './agenda.ts'
import { closing, closingParams, deskPayment, deskRefund, deskRefusal } from './desk-payments.ts'

export const receiveAtDesk = {
  method: 'POST',
  path: '/agenda/:id/payment',
  access: 'staff',
  summary: 'Take the price of an appointment in cash or with the card terminal',
  params: agendaParams,
  body: deskPayment,
  answers: { 200: agendaEntry, 409: deskRefusal },
} as const satisfies Call

export const refundAtDesk = {
  method: 'POST',
  path: '/agenda/:id/refund',
  access: 'staff',
  summary: 'Hand back money that was taken at the front desk',
  params: agendaParams,
  body: deskRefund,
  answers: { 200: agendaEntry, 409: deskRefusal },
} as const satisfies Call

export const getClosing = {
  method: 'GET',
  path: '/closing/:date',
  access: 'staff',
  summary: 'The money that was taken and went back on a day, for staff',
  params: closingParams,
  answers: { 200: closing },
} as const satisfies Call
