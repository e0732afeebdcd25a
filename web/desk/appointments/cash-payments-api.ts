import type {
  CashPayment,
  CashPaymentTogether,
  CashRefund,
} from '#contract/front-desk/cash-payments.ts'
import * as calls from '#contract/front-desk/cash-payments-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { readLastTill } from './this-till.ts'

type OfAppointment<Change> = Change & { id: string }

/** Takes the price at the desk, after asking for the till if it is not known. Throws `ApiError`. */
export async function receivePayment({ id, ...body }: OfAppointment<CashPayment>) {
  const till = await tillFor(body.method)
  return send(calls.receiveAtDesk, { params: { id }, body: { ...body, ...till } })
}

/** Takes the prices of several appointments of a family in the same way, with one receipt. Throws `ApiError`. */
export async function receiveTogether(payment: CashPaymentTogether) {
  const till = await tillFor(payment.method)
  return send(calls.receiveTogether, { body: { ...payment, ...till } })
}

/** How money is taken at the desk, as the end of a sentence. */
export const HOW_TAKEN = { cash: 'in cash', terminal: 'with the card terminal' } as const
export type DeskMethod = keyof typeof HOW_TAKEN

/** Hands the money back. Throws `ApiError`. */
export function handBack({ id, ...body }: OfAppointment<CashRefund>) {
  return send(calls.refundAtDesk, { params: { id }, body: { ...body, till: readLastTill() } })
}

/** Only cash is in a till. */
async function tillFor(method: DeskMethod): Promise<{ till?: string }> {
  if (method !== 'cash') return {}
  const { tillToday } = await import('./till-question.tsx')
  const till = await tillToday()
  return till === undefined ? {} : { till }
}
