import * as z from 'zod/mini'
import { seriesAnswers } from '#contract/series/appointment-series-calls.ts'
import { seriesDates, seriesQuery } from '#contract/series/series.ts'
import { bookingRefusal, bookingSuccess } from '../booking/appointments.ts'
import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import { newChild } from '../guardians/children.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import { treatmentList } from '../treatments/treatments.ts'
import * as schemas from './families.ts'

export const searchFamilies = call('GET', '/families', 'staff', {
  summary:
    'Find families by part of a guardian’s or child’s name, a phone number or an email, for staff',
  query: schemas.familiesQuery,
  answers: { 200: schemas.familyList },
})

export const addFamily = call('POST', '/families', 'staff', {
  summary: 'Add a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  body: schemas.newFamily,
  answers: { 201: schemas.familyAdded },
})

export const getFamily = call('GET', '/families/:id', 'staff', {
  summary: 'A family with its appointments, for staff',
  params: schemas.familyParams,
  answers: { 200: schemas.family },
})

export const changeFamily = call('PUT', '/families/:id', 'staff', {
  summary: 'Change name, phone, email and language of a family without an account, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familyChange,
  answers: { 200: schemas.familyAdded },
})

export const removeFamily = call('DELETE', '/families/:id', 'staff', {
  summary: 'Remove a family without an account that never had an appointment, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  answers: { 200: deletion },
})

export const addFamilyChild = call('POST', '/families/:id/children', 'staff', {
  summary: 'Add a child to a family, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: newChild,
  answers: { 201: schemas.familyChildSaved },
})

export const changeFamilyChild = call('PUT', '/families/:id/children/:child', 'staff', {
  summary:
    'Correct name and birth date of a family’s child, archive it or bring it back, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: schemas.familyChildParams,
  body: schemas.familyChildChange,
  answers: { 200: schemas.familyChildSaved },
})

export const changePatient = call(
  'PUT',
  '/families/:id/appointments/:appointment/patient',
  'staff',
  {
    summary: 'Change the patient of an expected appointment within the family, for staff',
    limit: { name: 'desk-change', perMinute: 120, per: 'user' },
    params: schemas.familyAppointmentParams,
    body: schemas.patientChange,
    answers: { 200: schemas.patientChanged },
  },
)

export const bookForFamily = call('POST', '/families/:id/appointments', 'staff', {
  summary: 'Book an appointment for a family, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familyBooking,
  answers: { 201: bookingSuccess, 409: z.union([bookingRefusal, termsChanged]) },
})

export const findFamilySeries = call('GET', '/families/:id/appointment-series', 'staff', {
  summary: 'List the dates of a series of appointments for a family, for staff',
  limit: { name: 'series', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  query: seriesQuery,
  answers: { 200: seriesDates },
})

export const bookFamilySeries = call('POST', '/families/:id/appointment-series', 'staff', {
  summary: 'Book a series of appointments for a family, or none of them, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: schemas.familyParams,
  body: schemas.familySeries,
  answers: seriesAnswers,
})

export const linkFamily = call('POST', '/families/:id/link', 'staff', {
  summary: 'Propose a family’s appointments to the account with its verified email, for staff',
  params: schemas.familyParams,
  body: schemas.familyLink,
  answers: { 200: schemas.linkProposed, 409: schemas.linkRefusal },
})

export const listStaffTimes = call('GET', '/agenda/available', 'staff', {
  summary: 'List the times of a date that staff can book, also outside opening hours',
  query: schemas.staffTimesQuery,
  answers: { 200: treatmentList },
})
