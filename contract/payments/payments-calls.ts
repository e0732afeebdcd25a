import { call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import { paymentIntentResponse } from './payment-intents.ts'
import * as schemas from './payments.ts'

export const createPaymentIntent = call('POST', '/create-payment-intent', 'user', {
  summary: 'Create a payment intent for your appointment',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  body: schemas.paymentIntentRequest,
  answers: { 200: paymentIntentResponse, 409: schemas.paymentRefusal },
})

export const openBill = call('POST', '/payments', 'user', {
  summary: 'Create one payment intent for several of your appointments',
  limit: { name: 'payment', perMinute: 20, per: 'user' },
  body: schemas.billRequest,
  answers: { 200: paymentIntentResponse, 409: schemas.paymentRefusal },
})

export const checkPayment = call('POST', '/payments/:id/check', 'user', {
  summary: 'Report a payment for several of your appointments',
  limit: { name: 'settlement', perMinute: 60, per: 'user' },
  params: schemas.paymentParams,
  answers: { 200: schemas.paymentState, 202: schemas.paymentState, 409: schemas.paymentRefusal },
})

export const checkBookingPayment = call('PATCH', '/booking/:id', 'user', {
  summary: 'Report a payment for your appointment',
  limit: { name: 'settlement', perMinute: 60, per: 'user' },
  params: appointmentParams,
  body: schemas.paymentHint,
  answers: { 200: schemas.paymentState, 202: schemas.paymentState, 409: schemas.paymentRefusal },
})
