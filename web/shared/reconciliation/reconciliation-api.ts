import { queryOptions } from '@tanstack/react-query'
import type {
  LinkRequest,
  PaymentProblem,
  ProblemAction,
  ProblemResponse,
  RefundRequest,
} from '#contract/payments/reconciliation.ts'
import * as calls from '#contract/payments/reconciliation-calls.ts'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of everything at the reconciliation page. */
export const PAYMENTS_KEY = ['payments']

/** What Stripe and the clinic's records disagree on. */
export const problemsOptions = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'problems'],
  queryFn: ({ signal }) => send(calls.listPaymentProblems, { signal }),
  staleTime: 0,
})

/** Payments that took money, newest first, page by page. */
export function paymentsOptions(search: string) {
  return pagedListOptions(calls.listPayments, { search })
}

/** Ends a problem, or tries to. Throws `ApiError`. */
export function resolveProblem(
  { cause, subject }: PaymentProblem,
  action: Exclude<ProblemAction, 'link'>,
): Promise<ProblemResponse> {
  return send(calls.problemResolutions[action], { body: { cause, subject } })
}

/** Has an unknown payment pay for an appointment. Throws `ApiError`. */
export function linkPayment(body: LinkRequest): Promise<ProblemResponse> {
  return send(calls.linkPayment, { body })
}

/** Refunds an item of a payment, or part of it. Throws `ApiError`. */
export async function refundPayment(paymentId: string, body: RefundRequest) {
  const { payment } = await send(calls.refundPayment, { params: { id: paymentId }, body })
  return payment
}
