import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { termsChanged } from '#contract/payments/refund-bands.ts'
import { newSeries, seriesDates, seriesQuery, seriesRefusal, seriesSuccess } from './series.ts'

/** Of families and of staff. */
export const seriesAnswers = { 201: seriesSuccess, 409: z.union([seriesRefusal, termsChanged]) }

export const findSeries = {
  method: 'GET',
  path: '/appointment-series',
  access: 'user',
  summary: 'List the dates of a series of appointments, with other times where one is not free',
  limit: { name: 'series', perMinute: 60, per: 'user' },
  query: seriesQuery,
  answers: { 200: seriesDates },
} as const satisfies Call

export const bookSeries = {
  method: 'POST',
  path: '/appointment-series',
  access: 'user',
  summary: 'Book a series of appointments of one treatment, or none of them',
  limit: { name: 'booking', perMinute: 20, per: 'user' },
  body: newSeries,
  answers: seriesAnswers,
} as const satisfies Call
