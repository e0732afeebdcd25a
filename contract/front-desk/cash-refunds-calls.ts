import type { Call } from '../call.ts'
import { cashRefundParams, cashRefunds, cashRefundsQuery, handBackQuery } from './cash-refunds.ts'

export const listCashRefunds = {
  method: 'GET',
  path: '/desk-refunds',
  access: 'staff',
  summary: 'Money of the desk that is to be handed back, and was today, for staff',
  query: cashRefundsQuery,
  answers: { 200: cashRefunds },
} as const satisfies Call

export const handBack = {
  method: 'POST',
  path: '/desk-refunds/:id/hand-back',
  access: 'staff',
  summary: 'Record that a refund was handed back at the desk',
  params: cashRefundParams,
  query: handBackQuery,
  answers: { 200: cashRefunds },
} as const satisfies Call

export const undoHandBack = {
  method: 'POST',
  path: '/desk-refunds/:id/undo',
  access: 'staff',
  summary: 'Undo, on the same day, that a refund was handed back',
  params: cashRefundParams,
  answers: { 200: cashRefunds },
} as const satisfies Call
