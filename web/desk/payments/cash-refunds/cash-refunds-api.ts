import { queryOptions } from '@tanstack/react-query'
import type { CashRefunds, ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import * as calls from '#contract/front-desk/cash-refunds-calls.ts'
import { tillToday } from '#web/desk/appointments/till-question.tsx'
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

/** Records that a refund was handed back, from the till of the day, or undoes it. Throws `ApiError`. */
export async function changeCashRefund(
  { _id: id, method }: Pick<ListedCashRefund, '_id' | 'method'>,
  step: 'hand-back' | 'undo',
): Promise<CashRefunds> {
  if (step === 'undo') return send(calls.undoHandBack, { params: { id } })
  const till = method === 'cash' ? await tillToday() : undefined
  return send(calls.handBack, { params: { id }, query: { till } })
}
