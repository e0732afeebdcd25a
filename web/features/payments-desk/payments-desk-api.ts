import { queryOptions } from '@tanstack/react-query'
import {
  type LinkRequest,
  type PaymentProblem,
  type ProblemAction,
  type ProblemResponse,
  paymentPage,
  paymentProblems,
  problemResponse,
  type RefundRequest,
  refundResponse,
} from '#contract/payments/payments-desk.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { request } from '#web/lib/api/request.ts'

/** Query key prefix of everything at the payments desk. */
export const PAYMENTS_KEY = ['payments']

/** What Stripe and the clinic's records disagree on. */
export const problemsOptions = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'problems'],
  queryFn: ({ signal }) =>
    request('/payments/problems', { schema: paymentProblems, auth: 'session', signal }),
  staleTime: 0,
})

/** Payments that took money, newest first, page by page. */
export function paymentsOptions(search: string) {
  return pagedListOptions('/payments', { search }, paymentPage)
}

/** Ends a problem, or tries to. Throws `ApiError`. */
export function resolveProblem(
  { cause, subject }: PaymentProblem,
  action: Exclude<ProblemAction, 'link'>,
): Promise<ProblemResponse> {
  return request(`/payments/problems/${action}`, {
    method: 'POST',
    body: { cause, subject },
    schema: problemResponse,
    auth: 'session',
  })
}

/** Has an unknown payment pay for an appointment. Throws `ApiError`. */
export function linkPayment(body: LinkRequest): Promise<ProblemResponse> {
  return request('/payments/problems/link', {
    method: 'POST',
    body,
    schema: problemResponse,
    auth: 'session',
  })
}

/** Refunds an item of a payment, or part of it. Throws `ApiError`. */
export async function refundPayment(paymentId: string, body: RefundRequest) {
  const { payment } = await request(`/payments/${encodeURIComponent(paymentId)}/refund`, {
    method: 'POST',
    body,
    schema: refundResponse,
    auth: 'session',
  })
  return payment
}
