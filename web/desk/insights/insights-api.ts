import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InsightRows, InsightsQuery } from '#contract/insights/insights.ts'
import {
  getCheckUpInsights,
  getInsights,
  getInsightsMoney,
  listInsightAppointments,
} from '#contract/insights/insights-calls.ts'
import { nextAfter } from '#web/lib/api/paged-list.ts'
import { send, sendForPage } from '#web/lib/api/send.ts'

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

export function insightsMoneyOptions(query: InsightsQuery) {
  return queryOptions({
    queryKey: ['insights', 'money', query],
    queryFn: ({ signal }) => send(getInsightsMoney, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Of all doctors: the plan asks for any. */
export function checkUpInsightsOptions(query: InsightsQuery) {
  return queryOptions({
    queryKey: ['insights', 'check-ups', query],
    queryFn: ({ signal }) => send(getCheckUpInsights, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: query.doctor === undefined,
  })
}

export function insightAppointmentsOptions(query: InsightsQuery & { of: InsightRows }) {
  return infiniteQueryOptions({
    queryKey: ['insights', 'appointments', query],
    queryFn: ({ pageParam, signal }) => {
      const page = { ...query, ...(pageParam && { after: pageParam }) }
      return sendForPage(listInsightAppointments, { query: page, signal })
    },
    initialPageParam: '',
    getNextPageParam: nextAfter,
    staleTime: 0,
  })
}
