import * as z from 'zod/mini'
import { bookingRefusal, bookingSuccess } from '../booking/appointments.ts'
import type { Call } from '../call.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import { availabilityQuery, treatmentList } from '../schedule/treatments.ts'
import {
  familiesQuery,
  family,
  familyAdded,
  familyBooking,
  familyChange,
  familyLink,
  familyList,
  familyParams,
  familyRemoved,
  linkProposed,
  linkRefusal,
  newFamily,
} from './families.ts'

export const searchFamilies = {
  method: 'GET',
  path: '/families',
  access: 'staff',
  summary:
    'Find families by part of a guardian’s or child’s name, a phone number or an email, for staff',
  query: familiesQuery,
  answers: { 200: familyList },
} as const satisfies Call

export const addFamily = {
  method: 'POST',
  path: '/families',
  access: 'staff',
  summary: 'Add a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  body: newFamily,
  answers: { 201: familyAdded },
} as const satisfies Call

export const getFamily = {
  method: 'GET',
  path: '/families/:id',
  access: 'staff',
  summary: 'A family with its appointments, for staff',
  params: familyParams,
  answers: { 200: family },
} as const satisfies Call

export const changeFamily = {
  method: 'PUT',
  path: '/families/:id',
  access: 'staff',
  summary: 'Change name, phone and email of a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: familyParams,
  body: familyChange,
  answers: { 200: familyAdded },
} as const satisfies Call

export const removeFamily = {
  method: 'DELETE',
  path: '/families/:id',
  access: 'staff',
  summary: 'Remove a family without an account that never had an appointment, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: familyParams,
  answers: { 200: familyRemoved },
} as const satisfies Call

export const bookForFamily = {
  method: 'POST',
  path: '/families/:id/appointments',
  access: 'staff',
  summary: 'Book an appointment for a family, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: familyParams,
  body: familyBooking,
  answers: { 201: bookingSuccess, 409: z.union([bookingRefusal, termsChanged]) },
} as const satisfies Call

export const linkFamily = {
  method: 'POST',
  path: '/families/:id/link',
  access: 'staff',
  summary: 'Propose a family’s appointments to the account with its verified email, for staff',
  params: familyParams,
  body: familyLink,
  answers: { 200: linkProposed, 409: linkRefusal },
} as const satisfies Call

export const listStaffTimes = {
  method: 'GET',
  path: '/agenda/available',
  access: 'staff',
  summary: 'The times of a date that staff can give, outside of the hours included',
  query: availabilityQuery,
  answers: { 200: treatmentList },
} as const satisfies Call
