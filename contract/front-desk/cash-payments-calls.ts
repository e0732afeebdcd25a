import { call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import { agendaEntries, agendaEntry } from './agenda.ts'
import * as schemas from './cash-payments.ts'
import { tillChange, tillDay, tillNames, tillRefusal } from './tills.ts'

export const receiveAtDesk = call('POST', '/agenda/:id/payment', 'staff', {
  summary: 'Take the price of an appointment in cash or with the card terminal',
  params: appointmentParams,
  body: schemas.cashPayment,
  answers: { 200: agendaEntry, 409: schemas.deskRefusal },
})

export const receiveTogether = call('POST', '/agenda/payments', 'staff', {
  summary: 'Take the prices of several appointments of a family together',
  body: schemas.cashPaymentTogether,
  answers: { 200: agendaEntries, 409: schemas.deskRefusal },
})

export const refundAtDesk = call('POST', '/agenda/:id/refund', 'staff', {
  summary: 'Hand back money that was taken at the front desk',
  params: appointmentParams,
  body: schemas.cashRefund,
  answers: { 200: agendaEntry, 409: schemas.deskRefusal },
})

export const listTills = call('GET', '/tills', 'staff', {
  summary: 'The names of the clinic’s tills',
  answers: { 200: tillNames },
})

export const countTill = call('PUT', '/closing/:date/tills', 'staff', {
  summary: 'Record the money in a till, in the morning or when it is counted',
  params: schemas.closingParams,
  body: tillChange,
  answers: { 200: tillDay, 409: tillRefusal },
})

export const getClosing = call('GET', '/closing/:date', 'staff', {
  summary: 'The money taken and refunded on a day, for staff',
  params: schemas.closingParams,
  answers: { 200: schemas.closing },
})
