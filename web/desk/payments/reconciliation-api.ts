import { queryOptions } from '@tanstack/react-query'
import * as calls from '#contract/payments/reconciliation-calls.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of everything at the reconciliation page. */
export const PAYMENTS_KEY = ['payments']

/** The differences between Stripe and the clinic's records. */
export const problemsOptions = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'problems'],
  queryFn: ({ signal }) => send(calls.listPaymentProblems, { signal }),
  staleTime: 0,
})

/** Payments that took money, newest first, page by page. */
export function paymentsOptions(search: string) {
  return pagedListOptions(calls.listPayments, { search })
}
