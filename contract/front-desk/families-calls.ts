import * as z from 'zod/mini'
import { seriesAnswers } from '#contract/series/appointment-series-calls.ts'
import { seriesDates, seriesQuery } from '#contract/series/series.ts'
import { bookingRefusal, bookingSuccess } from '../booking/appointments.ts'
import type { Call } from '../call.ts'
import { newChild } from '../guardians/children.ts'
import { termsChanged } from '../payments/refund-bands.ts'
import { treatmentList } from '../schedule/treatments.ts'
import {
  familiesQuery,
  family,
  familyAdded,
  familyAppointmentParams,
  familyBooking,
  familyChange,
  familyChildChange,
  familyChildParams,
  familyChildSaved,
  familyLink,
  familyList,
  familyParams,
  familyRemoved,
  familySeries,
  linkProposed,
  linkRefusal,
  newFamily,
  patientChange,
  patientChanged,
  staffTimesQuery,
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

export const addFamilyChild = {
  method: 'POST',
  path: '/families/:id/children',
  access: 'staff',
  summary: 'Add a child to a family, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: familyParams,
  body: newChild,
  answers: { 201: familyChildSaved },
} as const satisfies Call

export const changeFamilyChild = {
  method: 'PUT',
  path: '/families/:id/children/:child',
  access: 'staff',
  summary:
    'Correct name and birth date of a family’s child, archive it or bring it back, for staff',
  limit: { name: 'families', perMinute: 60, per: 'user' },
  params: familyChildParams,
  body: familyChildChange,
  answers: { 200: familyChildSaved },
} as const satisfies Call

export const changePatient = {
  method: 'PUT',
  path: '/families/:id/appointments/:appointment/patient',
  access: 'staff',
  summary: 'Change which of the family an expected appointment is for, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: familyAppointmentParams,
  body: patientChange,
  answers: { 200: patientChanged },
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

export const findFamilySeries = {
  method: 'GET',
  path: '/families/:id/appointment-series',
  access: 'staff',
  summary: 'List the dates of a series of appointments for a family, for staff',
  limit: { name: 'series', perMinute: 60, per: 'user' },
  params: familyParams,
  query: seriesQuery,
  answers: { 200: seriesDates },
} as const satisfies Call

export const bookFamilySeries = {
  method: 'POST',
  path: '/families/:id/appointment-series',
  access: 'staff',
  summary: 'Book a series of appointments for a family, or none of them, for staff',
  limit: { name: 'desk-booking', perMinute: 60, per: 'user' },
  params: familyParams,
  body: familySeries,
  answers: seriesAnswers,
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
  query: staffTimesQuery,
  answers: { 200: treatmentList },
} as const satisfies Call
