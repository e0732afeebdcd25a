import type { Call } from '../call.ts'
import { deskRefundParams, deskRefunds, deskRefundsQuery } from './desk-refunds.ts'

export const listDeskRefunds = {
  method: 'GET',
  path: '/desk-refunds',
  access: 'staff',
  summary: 'Money of the desk that is to be handed back, and was today, for staff',
  query: deskRefundsQuery,
  answers: { 200: deskRefunds },
} as const satisfies Call

export const handBack = {
  method: 'POST',
  path: '/desk-refunds/:id/hand-back',
  access: 'staff',
  summary: 'Record that a refund was handed back at the desk',
  params: deskRefundParams,
  answers: { 200: deskRefunds },
} as const satisfies Call

export const undoHandBack = {
  method: 'POST',
  path: '/desk-refunds/:id/undo',
  access: 'staff',
  summary: 'Undo, on the same day, that a refund was handed back',
  params: deskRefundParams,
  answers: { 200: deskRefunds },
} as const satisfies Call
