import { formatPrice } from '../money.ts'
import { describeHandBack } from '../payments/refund-terms.ts'
import type { AppointmentOutcome } from './appointments.ts'

const WORDS: Record<AppointmentOutcome['kind'], string> = {
  completed: 'Completed',
  missed: 'Missed',
  canceled: 'Canceled',
  past: 'Was on',
}

/** What became of an appointment: 'Completed Nov 18, 2026', 'Missed Nov 18, 2026'. */
export function describeOutcome({ kind, on }: Pick<AppointmentOutcome, 'kind' | 'on'>): string {
  return `${WORDS[kind]} ${on}`
}

/** What came back of the caller's money: '$110 refunded to your card.'; undefined for nothing. */
export function describeReturn({
  refunded,
  toHandBack,
  atDesk,
}: Pick<AppointmentOutcome, 'refunded' | 'toHandBack' | 'atDesk'>): string | undefined {
  if (refunded === 0) return undefined
  if (toHandBack > 0) return describeHandBack(toHandBack, 'cancel')
  return `${formatPrice(refunded)} ${atDesk ? 'handed back at the clinic' : 'refunded to your card'}.`
}
