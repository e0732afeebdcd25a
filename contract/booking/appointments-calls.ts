import * as z from 'zod/mini'
import { appointmentParams } from '#contract/ids.ts'
import { call } from '../call.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import * as schemas from './appointments.ts'

export const bookAppointment = call('POST', '/appointments', 'user', {
  summary: 'Book an appointment',
  limit: { name: 'booking', perMinute: 20, per: 'user' },
  body: schemas.newAppointment,
  answers: { 201: schemas.bookingSuccess, 409: z.union([schemas.bookingRefusal, termsChanged]) },
})

export const listAppointments = call('GET', '/appointments', 'user', {
  summary:
    'List your appointments, latest first (X-Shared-Appointments counts those that other guardians have booked; X-Unpaid-Limit is your limit of unpaid ones, once it is reached; X-To-Answer counts the offers that wait for your answer)',
  query: schemas.appointmentsQuery,
  answers: { 200: schemas.appointmentList },
})

export const getAppointment = call('GET', '/appointment/:id', 'user', {
  summary: 'Get an appointment of yours or of your children',
  params: appointmentParams,
  answers: { 200: schemas.appointment },
})
