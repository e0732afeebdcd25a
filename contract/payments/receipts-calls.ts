import { appointmentParams } from '#contract/ids.ts'
import type { Call } from '../call.ts'
import { receipt, receiptList, receiptParams } from './receipts.ts'

export const getReceipt = {
  method: 'GET',
  path: '/receipts/:id',
  access: 'user',
  summary: 'A receipt or credit note of your own payment',
  params: receiptParams,
  answers: { 200: receipt },
} as const satisfies Call

export const listAppointmentReceipts = {
  method: 'GET',
  path: '/appointments/:id/receipts',
  access: 'user',
  summary: 'List the receipts of what you paid for one of your appointments',
  params: appointmentParams,
  answers: { 200: receiptList },
} as const satisfies Call
