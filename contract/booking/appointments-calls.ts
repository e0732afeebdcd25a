import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { receiptList } from '../payments/receipts.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import {
  appointment,
  appointmentList,
  appointmentParams,
  appointmentsQuery,
  bookingRefusal,
  bookingSuccess,
  newAppointment,
} from './appointments.ts'
import { historyPage, historyQuery } from './history.ts'

export const bookAppointment = {
  method: 'POST',
  path: '/appointments',
  access: 'user',
  summary: 'Book an appointment',
  limit: { name: 'booking', perMinute: 20, per: 'user' },
  body: newAppointment,
  answers: { 201: bookingSuccess, 409: z.union([bookingRefusal, termsChanged]) },
} as const satisfies Call

export const listAppointments = {
  method: 'GET',
  path: '/appointments',
  access: 'user',
  summary:
    'List your appointments, latest first (those that other guardians have booked are counted in X-Shared-Appointments)',
  query: appointmentsQuery,
  answers: { 200: appointmentList },
} as const satisfies Call

export const listHistory = {
  method: 'GET',
  path: '/appointments/history',
  access: 'user',
  summary: 'List your past and canceled appointments with their money, latest first',
  query: historyQuery,
  answers: { 200: historyPage },
} as const satisfies Call

export const listAppointmentReceipts = {
  method: 'GET',
  path: '/appointments/:id/receipts',
  access: 'user',
  summary: 'List the receipts of what you paid for one of your appointments',
  params: appointmentParams,
  answers: { 200: receiptList },
} as const satisfies Call

export const getAppointment = {
  method: 'GET',
  path: '/appointment/:id',
  access: 'user',
  summary: 'Get an appointment of yours or of your children',
  params: appointmentParams,
  answers: { 200: appointment },
} as const satisfies Call
