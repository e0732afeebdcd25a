import * as z from 'zod/mini'
import { seriesAnswers } from '#contract/series/appointment-series-calls.ts'
import { seriesDates, seriesQuery } from '#contract/series/series.ts'
import { bookingRefusal, bookingSuccess } from '../booking/appointments.ts'
import type { Call } from '../call.ts'
import { newChild } from '../guardians/children.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import { treatmentList } from '../schedule/treatments.ts'
import * as schemas from './families.ts'

export const searchFamilies = {
  method: 'GET',
  path: '/families',
  access: 'staff',
  summary:
    'Find families by part of a guardian’s or child’s name, a phone number or an email, for staff',
  query: schemas.familiesQuery,
  answers: { 200: schemas.familyList },
} as const satisfies Call

export const addFamily = {
  method: 'POST',
  path: '/families',
  access: 'staff',
  summary: 'Add a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  body: schemas.newFamily,
  answers: { 201: schemas.familyAdded },
} as const satisfies Call

export const getFamily = {
  method: 'GET',
  path: '/families/:id',
  access: 'staff',
  summary: 'A family with its appointments, for staff',
  params: schemas.familyParams,
  answers: { 200: schemas.family },
} as const satisfies Call

export const changeFamily = {
  method: 'PUT',
  path: '/families/:id',
  access: 'staff',
  summary: 'Change name, phone and email of a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familyChange,
  answers: { 200: schemas.familyAdded },
} as const satisfies Call

export const removeFamily = {
  method: 'DELETE',
  path: '/families/:id',
  access: 'staff',
  summary: 'Remove a family without an account that never had an appointment, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  answers: { 200: schemas.familyRemoved },
} as const satisfies Call

export const addFamilyChild = {
  method: 'POST',
  path: '/families/:id/children',
  access: 'staff',
  summary: 'Add a child to a family, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: newChild,
  answers: { 201: schemas.familyChildSaved },
} as const satisfies Call

export const changeFamilyChild = {
  method: 'PUT',
  path: '/families/:id/children/:child',
  access: 'staff',
  summary:
    'Correct name and birth date of a family’s child, archive it or bring it back, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyChildParams,
  body: schemas.familyChildChange,
  answers: { 200: schemas.familyChildSaved },
} as const satisfies Call

export const changePatient = {
  method: 'PUT',
  path: '/families/:id/appointments/:appointment/patient',
  access: 'staff',
  summary: 'Change which of the family an expected appointment is for, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: schemas.familyAppointmentParams,
  body: schemas.patientChange,
  answers: { 200: schemas.patientChanged },
} as const satisfies Call

export const bookForFamily = {
  method: 'POST',
  path: '/families/:id/appointments',
  access: 'staff',
  summary: 'Book an appointment for a family, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familyBooking,
  answers: { 201: bookingSuccess, 409: z.union([bookingRefusal, termsChanged]) },
} as const satisfies Call

export const findFamilySeries = {
  method: 'GET',
  path: '/families/:id/appointment-series',
  access: 'staff',
  summary: 'List the dates of a series of appointments for a family, for staff',
  limit: { name: 'series', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  query: seriesQuery,
  answers: { 200: seriesDates },
} as const satisfies Call

export const bookFamilySeries = {
  method: 'POST',
  path: '/families/:id/appointment-series',
  access: 'staff',
  summary: 'Book a series of appointments for a family, or none of them, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familySeries,
  answers: seriesAnswers,
} as const satisfies Call

export const linkFamily = {
  method: 'POST',
  path: '/families/:id/link',
  access: 'staff',
  summary: 'Propose a family’s appointments to the account with its verified email, for staff',
  params: schemas.familyParams,
  body: schemas.familyLink,
  answers: { 200: schemas.linkProposed, 409: schemas.linkRefusal },
} as const satisfies Call

export const listStaffTimes = {
  method: 'GET',
  path: '/agenda/available',
  access: 'staff',
  summary: 'The times of a date that staff can give, outside of the hours included',
  query: schemas.staffTimesQuery,
  answers: { 200: treatmentList },
} as const satisfies Call
