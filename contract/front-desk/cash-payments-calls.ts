import type { Call } from '../call.ts'
import { agendaEntries, agendaEntry, agendaParams } from './agenda.ts'
import * as schemas from './cash-payments.ts'
import { tillChange, tillDay, tillRefusal } from './tills.ts'

export const receiveAtDesk = {
  method: 'POST',
  path: '/agenda/:id/payment',
  access: 'staff',
  summary: 'Take the price of an appointment in cash or with the card terminal',
  params: agendaParams,
  body: schemas.cashPayment,
  answers: { 200: agendaEntry, 409: schemas.deskRefusal },
} as const satisfies Call

export const receiveTogether = {
  method: 'POST',
  path: '/agenda/payments',
  access: 'staff',
  summary: 'Take the prices of several appointments of a family together',
  body: schemas.cashPaymentTogether,
  answers: { 200: agendaEntries, 409: schemas.deskRefusal },
} as const satisfies Call

export const refundAtDesk = {
  method: 'POST',
  path: '/agenda/:id/refund',
  access: 'staff',
  summary: 'Hand back money that was taken at the front desk',
  params: agendaParams,
  body: schemas.cashRefund,
  answers: { 200: agendaEntry, 409: schemas.deskRefusal },
} as const satisfies Call

export const countTill = {
  method: 'PUT',
  path: '/closing/:date/tills',
  access: 'staff',
  summary: 'Record what is in a till, in the morning or when it is counted',
  params: schemas.closingParams,
  body: tillChange,
  answers: { 200: tillDay, 409: tillRefusal },
} as const satisfies Call

export const getClosing = {
  method: 'GET',
  path: '/closing/:date',
  access: 'staff',
  summary: 'The money that was taken and went back on a day, for staff',
  params: schemas.closingParams,
  answers: { 200: schemas.closing },
} as const satisfies Call
