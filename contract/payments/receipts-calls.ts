import type { Call } from '../call.ts'
import { receipt, receiptParams } from './receipts.ts'

export const getReceipt = {
  method: 'GET',
  path: '/receipts/:id',
  access: 'user',
  summary: 'A receipt or credit note of your own payment',
  params: receiptParams,
  answers: { 200: receipt },
} as const satisfies Call
