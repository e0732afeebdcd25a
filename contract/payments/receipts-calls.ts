import { appointmentParams } from '#contract/ids.ts'
import { call } from '../call.ts'
import { receipt, receiptList, receiptParams } from './receipts.ts'

export const getReceipt = call('GET', '/receipts/:id', 'user', {
  summary: 'A receipt or credit note of your own payment',
  params: receiptParams,
  answers: { 200: receipt },
})

export const listAppointmentReceipts = call('GET', '/appointments/:id/receipts', 'user', {
  summary: 'List the receipts of your payments for an appointment',
  params: appointmentParams,
  answers: { 200: receiptList },
})
