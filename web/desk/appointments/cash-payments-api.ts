import type {
  CashPayment,
  CashPaymentTogether,
  CashRefund,
} from '#contract/front-desk/cash-payments.ts'
import * as calls from '#contract/front-desk/cash-payments-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { readTill } from './this-till.ts'

type OfAppointment<Change> = Change & { id: string }

/** Takes the price at the desk. Throws `ApiError`. */
export function receivePayment({ id, ...body }: OfAppointment<CashPayment>) {
  return send(calls.receiveAtDesk, { params: { id }, body: { ...body, ...atTill() } })
}

/** Takes the prices of several appointments of a family, with one receipt. Throws `ApiError`. */
export function receiveTogether(payment: CashPaymentTogether) {
  return send(calls.receiveTogether, { body: { ...payment, ...atTill() } })
}

/** How money is taken at the desk, as the end of a sentence. */
export const HOW_TAKEN = { cash: 'in cash', terminal: 'with the card terminal' } as const
export type DeskMethod = keyof typeof HOW_TAKEN

/** Hands the money back. Throws `ApiError`. */
export function handBack({ id, ...body }: OfAppointment<CashRefund>) {
  return send(calls.refundAtDesk, { params: { id }, body: { ...body, ...atTill() } })
}

function atTill(): { till?: string } {
  const till = readTill()
  return till === undefined ? {} : { till }
}
