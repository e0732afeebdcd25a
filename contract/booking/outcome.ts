import * as words from '#words/en/booking/outcomes.ts'
import * as refundWords from '#words/en/payments/refunds.ts'
import { formats } from '../formats/formats.ts'
import { formatPrice } from '../money.ts'
import { describeCard } from '../payments/payment-card.ts'
import { describeCashRefund } from '../payments/refund-terms.ts'
import type { AppointmentOutcome } from './appointments.ts'

/** The outcome of an appointment: 'Completed Nov 18, 2026', 'Missed Nov 18, 2026'. */
export function describeOutcome({ kind, on }: Pick<AppointmentOutcome, 'kind' | 'on'>): string {
  return words.outcomes[kind](formats.day(on))
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
  const amount = formatPrice(refunded)
  if (atDesk) return words.handedBack(amount)
  if (onItsWay > 0) {
    return card
      ? words.onItsWayTo(amount, describeCard(card), refundWords.refundDays)
      : words.onItsWayToYourCard(amount, refundWords.refundDays)
  }
  return card ? words.refundedTo(amount, describeCard(card)) : words.refundedToYourCard(amount)
}
