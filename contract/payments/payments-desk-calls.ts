import type { Call } from '../call.ts'
import {
  linkRequest,
  paymentPage,
  paymentParams,
  paymentProblems,
  paymentsQuery,
  problemResponse,
  refundRefusal,
  refundRequest,
  refundResponse,
} from './payments-desk.ts'

export const listPaymentProblems = {
  method: 'GET',
  path: '/payments/problems',
  access: 'admin',
  summary: 'List payments on which Stripe and the clinic’s records disagree',
  answers: { 200: paymentProblems },
} as const satisfies Call

export const linkPayment = {
  method: 'POST',
  path: '/payments/problems/link',
  access: 'admin',
  summary: 'Say for which appointment an unknown payment at Stripe is',
  limit: { name: 'payment-problem', perMinute: 60, per: 'user' },
  body: linkRequest,
  answers: { 200: problemResponse },
} as const satisfies Call

export const listPayments = {
  method: 'GET',
  path: '/payments',
  access: 'admin',
  summary: 'Payments with their refunds, newest first',
  query: paymentsQuery,
  answers: { 200: paymentPage },
} as const satisfies Call

export const refundPayment = {
  method: 'POST',
  path: '/payments/:id/refund',
  access: 'admin',
  summary: 'Refund an item of a payment, or part of it',
  limit: { name: 'refund', perMinute: 30, per: 'user' },
  params: paymentParams,
  body: refundRequest,
  answers: { 200: refundResponse, 409: refundRefusal },
} as const satisfies Call
