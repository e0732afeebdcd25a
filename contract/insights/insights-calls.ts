import type { Call } from '../call.ts'
import * as schemas from './insights.ts'

export const getInsights = {
  method: 'GET',
  path: '/insights',
  access: 'staff',
  summary: 'The figures of some days without money, for staff',
  query: schemas.insightsQuery,
  answers: { 200: schemas.insights },
} as const satisfies Call

export const getInsightsMoney = {
  method: 'GET',
  path: '/insights/money',
  access: 'admin',
  summary: 'The money of some days, for admins',
  query: schemas.insightsQuery,
  answers: { 200: schemas.insightsMoney },
} as const satisfies Call

export const listInsightAppointments = {
  method: 'GET',
  path: '/insights/appointments',
  access: 'staff',
  summary: 'The appointments behind a figure, for staff (X-Total-Count: on all pages)',
  query: schemas.insightAppointmentsQuery,
  answers: { 200: schemas.insightAppointments },
} as const satisfies Call
