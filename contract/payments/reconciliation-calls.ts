import { type Call, call } from '../call.ts'
import * as schemas from './reconciliation.ts'

export const listPaymentProblems = call('GET', '/payments/problems', 'admin', {
  summary: 'List payments on which Stripe and the clinic’s records disagree',
  answers: { 200: schemas.paymentProblems },
})

export const linkPayment = call('POST', '/payments/problems/link', 'admin', {
  summary: 'Link an unknown payment at Stripe to an appointment',
  limit: { name: 'payment-problem', perMinute: 60, per: 'user' },
  body: schemas.linkRequest,
  answers: { 200: schemas.problemResponse },
})

export const listPayments = call('GET', '/payments', 'admin', {
  summary: 'Payments with their refunds, newest first',
  query: schemas.paymentsQuery,
  answers: { 200: schemas.paymentPage },
})

export const refundPayment = call('POST', '/payments/:id/refund', 'admin', {
  summary: 'Refund an item of a payment, or part of it',
  limit: { name: 'refund', perMinute: 30, per: 'user' },
  params: schemas.paymentParams,
  body: schemas.refundRequest,
  answers: { 200: schemas.refundResponse, 409: schemas.refundRefusal },
})

const resolution = {
  method: 'POST',
  access: 'admin',
  limit: { name: 'payment-problem', perMinute: 60, per: 'user' },
  body: schemas.problemRequest,
  answers: { 200: schemas.problemResponse },
} as const

/** The ways to resolve a payment problem, besides `linkPayment`. */
export const problemResolutions = {
  settle: {
    ...resolution,
    path: '/payments/problems/settle',
    summary: 'Compare a payment with Stripe again, and record its state',
  },
  refund: {
    ...resolution,
    path: '/payments/problems/refund',
    summary: 'Refund the money of a problem',
  },
  'hand-back': {
    ...resolution,
    path: '/payments/problems/hand-back',
    summary: 'Record that the money of a failed refund was handed back at the clinic',
  },
  acknowledge: {
    ...resolution,
    path: '/payments/problems/acknowledge',
    summary: 'Mark a problem as dealt with',
  },
} as const satisfies Record<Exclude<schemas.ProblemAction, 'link'>, Call>
