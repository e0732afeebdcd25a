import { queryOptions } from '@tanstack/react-query'
import type { CashRefunds } from '#contract/front-desk/cash-refunds.ts'
import * as calls from '#contract/front-desk/cash-refunds-calls.ts'
import { readTill } from '#web/desk/appointments/this-till.ts'
import { send } from '#web/lib/api/send.ts'

/** Query key prefix of refunds to hand back. */
export const CASH_REFUNDS_KEY = ['desk-refunds']

/** The refunds to hand back at the desk, and those handed back today, for staff; of one family or all. */
export function cashRefundsOptions(family?: string) {
  return queryOptions({
    queryKey: [...CASH_REFUNDS_KEY, family ?? 'all'],
    queryFn: ({ signal }) => send(calls.listCashRefunds, { query: { family }, signal }),
    staleTime: 0,
  })
}

/** Records that a refund was handed back, or undoes it. Throws `ApiError`. */
export function changeCashRefund(id: string, step: 'hand-back' | 'undo'): Promise<CashRefunds> {
  if (step === 'undo') return send(calls.undoHandBack, { params: { id } })
  return send(calls.handBack, { params: { id }, query: { till: readTill() } })
}
