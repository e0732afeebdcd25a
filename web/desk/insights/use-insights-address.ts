import { subMonths } from 'date-fns/subMonths'
import { useSearchParams } from 'react-router-dom'
import { dateInAddress, dayAfter, fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import type { InsightsQuery } from '#contract/insights/insights.ts'

/** The ranges by their names, in the order of the screen. */
export const RANGES = {
  weeks: '4 weeks',
  months: '12 months',
  years: '5 years',
  own: 'Own dates',
} as const
export type RangeName = keyof typeof RANGES

/** The range in the URL: `/dashboard/insights?range=own&from=2026-06-01&to=2026-06-30`. */
export interface InsightsAddress {
  range: RangeName
  query: InsightsQuery
  /** Replaces parts of the query; undefined removes them. */
  change: (parts: Partial<Record<'range' | 'from' | 'to' | 'doctor' | 'treatment', string>>) => void
}

/** @param today the clinic's: ranges end the day before */
export function useInsightsAddress(today: IsoDate): InsightsAddress {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('range')
  const range: RangeName = asked !== null && asked in RANGES ? (asked as RangeName) : 'months'
  const doctor = parameters.get('doctor')
  const treatment = parameters.get('treatment')
  const days = daysOf(range, today, parameters)
  return {
    range,
    query: { ...days, ...(doctor && { doctor }), ...(treatment && { treatment }) },
    change: (parts) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          // Own dates start with those shown before.
          const own = parts.range === 'own' ? days : {}
          for (const [name, value] of Object.entries({ ...own, ...parts })) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          if (parts.range && parts.range !== 'own') {
            next.delete('from')
            next.delete('to')
          }
          return next
        },
        { preventScrollReset: true },
      ),
  }
}

function daysOf(range: RangeName, today: IsoDate, parameters: URLSearchParams) {
  const yesterday = dayAfter(today, -1)
  const monthsAgo = (months: number) => toIsoDate(subMonths(fromIsoDate(today), months))
  if (range === 'weeks') return { from: dayAfter(today, -28), to: yesterday }
  if (range === 'years') return { from: monthsAgo(60), to: yesterday }
  const from = dateInAddress(parameters, 'from', undefined)
  const to = dateInAddress(parameters, 'to', undefined)
  const isValid = range === 'own' && from && to && from <= to && to <= yesterday
  return isValid ? { from, to } : { from: monthsAgo(12), to: yesterday }
}
