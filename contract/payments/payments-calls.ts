import type { Call } from '../call.ts'
import {
  billRequest,
  bookingParams,
  paymentHint,
  paymentIntentRequest,
  paymentIntentResponse,
  paymentParams,
  paymentRefusal,
  paymentState,
} from './payments.ts'

export const createPaymentIntent = {
  method: 'POST',
  path: '/create-payment-intent',
  access: 'user',
  summary: 'Create a payment intent for your appointment',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  body: paymentIntentRequest,
  answers: { 200: paymentIntentResponse, 409: paymentRefusal },
} as const satisfies Call

export const openBill = {
  method: 'POST',
  path: '/payments',
  access: 'user',
  summary: 'Create one payment intent for several of your appointments',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  body: billRequest,
  answers: { 200: paymentIntentResponse, 409: paymentRefusal },
} as const satisfies Call

export const checkPayment = {
  method: 'POST',
  path: '/payments/:id/check',
  access: 'user',
  summary: 'Report a payment for several of your appointments',
  limit: { name: 'settlement', perMinute: 60, per: 'user' },
  params: paymentParams,
  answers: { 200: paymentState, 202: paymentState, 409: paymentRefusal },
} as const satisfies Call

export const checkBookingPayment = {
  method: 'PATCH',
  path: '/booking/:id',
  access: 'user',
  summary: 'Report a payment for your appointment',
  limit: { name: 'settlement', perMinute: 60, per: 'user' },
  params: bookingParams,
  body: paymentHint,
  answers: { 200: paymentState, 202: paymentState, 409: paymentRefusal },
} as const satisfies Call
