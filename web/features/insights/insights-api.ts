import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { TOTAL_COUNT } from '#contract/identity/users.ts'
import {
  type InsightRows,
  type InsightsQuery,
  insightAppointments,
} from '#contract/insights/insights.ts'
import { getInsights, getInsightsMoney } from '#contract/insights/insights-calls.ts'
import { requestPage } from '#web/lib/api/request.ts'
import { send } from '#web/lib/api/send.ts'

/** While all days are counted for the first time. */
const ASK_AGAIN_MS = 1_000

/** The figures without money, for staff. */
export function insightsOptions(query: InsightsQuery) {
  return queryOptions({
    queryKey: ['insights', query],
    queryFn: ({ signal }) => send(getInsights, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.countedAt === null ? ASK_AGAIN_MS : false),
  })
}

/** The money, for admins. */
export function insightsMoneyOptions(query: InsightsQuery) {
  return queryOptions({
    queryKey: ['insights', 'money', query],
    queryFn: ({ signal }) => send(getInsightsMoney, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The appointments behind a figure, page by page. */
export function insightAppointmentsOptions(query: InsightsQuery & { of: InsightRows }) {
  return infiniteQueryOptions({
    queryKey: ['insights', 'appointments', query],
    queryFn: ({ pageParam, signal }) => {
      const named = Object.entries({ ...query, after: pageParam }).filter(([, value]) => value)
      const options = {
        schema: insightAppointments,
        auth: 'session',
        totalIn: TOTAL_COUNT,
        signal,
      } as const
      return requestPage(`/insights/appointments?${new URLSearchParams(named)}`, options)
    },
    initialPageParam: '',
    getNextPageParam: ({ items, total }, pages) => {
      const isLast = pages.reduce((sum, page) => sum + page.items.length, 0) >= total
      return isLast ? null : items.at(-1)?._id
    },
    staleTime: 0,
  })
}
