import { call } from '../call.ts'
import * as schemas from './insights.ts'

export const getInsights = call('GET', '/insights', 'staff', {
  summary: 'The figures of some days without money, for staff',
  query: schemas.insightsQuery,
  answers: { 200: schemas.insights },
})

export const getInsightsMoney = call('GET', '/insights/money', 'admin', {
  summary: 'The money of some days, for admins',
  query: schemas.insightsQuery,
  answers: { 200: schemas.insightsMoney },
})

export const getCheckUpInsights = call('GET', '/insights/check-ups', 'staff', {
  summary:
    'For how many children families were asked to book check-ups, and how many are booked, for staff',
  query: schemas.insightsQuery,
  answers: { 200: schemas.checkUpInsights },
})

export const listInsightAppointments = call('GET', '/insights/appointments', 'staff', {
  summary: 'The appointments behind a figure, for staff (X-Total-Count: on all pages)',
  query: schemas.insightAppointmentsQuery,
  answers: { 200: schemas.insightAppointments },
})
