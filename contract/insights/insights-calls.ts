import type { Call } from '../call.ts'
import {
  insightAppointments,
  insightAppointmentsQuery,
  insights,
  insightsMoney,
  insightsQuery,
} from './insights.ts'

export const getInsights = {
  method: 'GET',
  path: '/insights',
  access: 'staff',
  summary: 'The figures of some days without money, for staff',
  query: insightsQuery,
  answers: { 200: insights },
} as const satisfies Call

export const getInsightsMoney = {
  method: 'GET',
  path: '/insights/money',
  access: 'admin',
  summary: 'The money of some days, for admins',
  query: insightsQuery,
  answers: { 200: insightsMoney },
} as const satisfies Call

export const listInsightAppointments = {
  method: 'GET',
  path: '/insights/appointments',
  access: 'staff',
  summary: 'The appointments behind a figure, for staff (X-Total-Count: on all pages)',
  query: insightAppointmentsQuery,
  answers: { 200: insightAppointments },
} as const satisfies Call
