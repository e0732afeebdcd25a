import * as words from '#words/en/payments/for-staff.ts'
import { formatPrice } from '../money.ts'
import {
  describeQuote,
  describeRefund,
  describeTimeBefore,
  type RefundQuote,
} from './refund-terms.ts'

/** What `describeQuote` tells the family, for staff: 'The family cancels 23 hours before: no refund.' */
export function describeQuoteToStaff(quote: RefundQuote): string {
  const sentence = describeRuleToStaff(quote)
  if (!quote.atDesk || quote.refund === 0) return sentence
  return `${sentence} ${formatPrice(quote.refund)} is handed back at the desk.`
}

function describeRuleToStaff(quote: RefundQuote): string {
  const before = `The family cancels ${describeTimeBefore(quote.minutesBefore, words)} before`
  switch (quote.rule) {
    case 'unpaid':
    case 'other_payer':
    case 'clinic':
      return describeQuote({ ...quote, atDesk: undefined }, 'cancel', words)
    case 'disputed':
      return 'The bank is reviewing this payment, so it is not refunded automatically.'
    case 'late_move':
      return `${before}, but this appointment was moved late: ${describeRefund(quote, words)}.`
    case 'band':
      return `${before}: ${describeRefund(quote, words)}.`
  }
}
