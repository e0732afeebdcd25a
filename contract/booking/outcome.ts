import { formatPrice } from '../money.ts'
import { describeCard } from '../payments/payment-card.ts'
import { describeCashRefund, REFUND_DAYS } from '../payments/refund-terms.ts'
import type { AppointmentOutcome } from './appointments.ts'

const WORDS: Record<AppointmentOutcome['kind'], string> = {
  completed: 'Completed',
  missed: 'Missed',
  canceled: 'Canceled',
  past: 'Was on',
}

/** The outcome of an appointment: 'Completed Nov 18, 2026', 'Missed Nov 18, 2026'. */
export function describeOutcome({ kind, on }: Pick<AppointmentOutcome, 'kind' | 'on'>): string {
  return `${WORDS[kind]} ${on}`
}

/** The refund of the caller's money: '$110 refunded to Visa •••• 4242.' once it has arrived; undefined without a refund. */
export function describeReturn({
  refunded,
  toHandBack,
  onItsWay,
  atDesk,
  card,
}: Pick<AppointmentOutcome, 'refunded' | 'toHandBack' | 'onItsWay' | 'atDesk' | 'card'>):
  | string
  | undefined {
  if (refunded === 0) return undefined
  if (toHandBack > 0) return describeCashRefund(toHandBack, 'cancel')
  if (atDesk) return `${formatPrice(refunded)} handed back at the clinic.`
  const where = card ? describeCard(card) : 'your card'
  return onItsWay > 0
    ? `${formatPrice(refunded)} is on its way back to ${where}. Banks usually take ${REFUND_DAYS}.`
    : `${formatPrice(refunded)} refunded to ${where}.`
}
