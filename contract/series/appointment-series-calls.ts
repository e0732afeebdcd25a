import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { termsChanged } from '#contract/payments/refund-bands.ts'
import { newSeries, seriesDates, seriesQuery, seriesRefusal, seriesSuccess } from './series.ts'

/** Shared by the calls of families and staff. */
export const seriesAnswers = { 201: seriesSuccess, 409: z.union([seriesRefusal, termsChanged]) }

export const findSeries = call('GET', '/appointment-series', 'user', {
  summary: 'List the dates of a series of appointments, with other times where one is not free',
  limit: { name: 'series', perMinute: 60, per: 'user' },
  query: seriesQuery,
  answers: { 200: seriesDates },
})

export const bookSeries = call('POST', '/appointment-series', 'user', {
  summary: 'Book a series of appointments of one treatment, or none of them',
  limit: { name: 'booking', perMinute: 20, per: 'user' },
  body: newSeries,
  answers: seriesAnswers,
})
