import { call } from '../call.ts'
import { cashRefundParams, cashRefunds, cashRefundsQuery, handBackQuery } from './cash-refunds.ts'

export const listCashRefunds = call('GET', '/desk-refunds', 'staff', {
  summary: 'Refunds to hand back at the desk, and those handed back today, for staff',
  query: cashRefundsQuery,
  answers: { 200: cashRefunds },
})

export const handBack = call('POST', '/desk-refunds/:id/hand-back', 'staff', {
  summary: 'Record that a refund was handed back at the desk',
  params: cashRefundParams,
  query: handBackQuery,
  answers: { 200: cashRefunds },
})

export const undoHandBack = call('POST', '/desk-refunds/:id/undo', 'staff', {
  summary: 'Undo, on the same day, that a refund was handed back',
  params: cashRefundParams,
  answers: { 200: cashRefunds },
})
