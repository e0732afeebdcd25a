import { millisecondsInHour } from 'date-fns/constants'
import { DEFAULT_TERMS, type RefundTerms } from './refund-bands.ts'
import { quoteRefund } from './refund-terms.ts'

const INTO_THREE: RefundTerms = {
  bands: [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 33 },
    { hours: 0, percent: 0 },
  ],
}

/** A cancellation, with the expected words of every place that describes it. */
interface RefundCase {
  name: string
  terms: RefundTerms
  /** Dollars. */
  price: number
  /** Hours before the start. */
  hours: number
  /** Since a late move, the refund is at most this percentage. */
  ceiling: number | null
  paid: boolean
  /** Dollars. */
  refund: number
  /** The text before the button that cancels, and in the API. */
  quote: string
  /** The text of the email. */
  told: string
}

/** A payment under the default terms. */
const usual = { terms: DEFAULT_TERMS, price: 110, hours: 72, ceiling: null, paid: true }

/** One case for each way to decide a refund. */
export const REFUND_CASES: readonly RefundCase[] = [
  {
    ...usual,
    name: 'days before',
    refund: 110,
    quote: 'Cancel now and you get the full $110 back.',
    told: 'You canceled 3 days before: full refund of $110.',
  },
  {
    ...usual,
    name: 'exactly a day before',
    hours: 24,
    refund: 110,
    quote: 'Cancel now and you get the full $110 back.',
    told: 'You canceled 24 hours before: full refund of $110.',
  },
  {
    ...usual,
    name: 'a second later',
    hours: 24 - 1 / 3600,
    refund: 0,
    quote: 'If you cancel now, 23 hours before: no refund.',
    told: 'You canceled 23 hours before: no refund.',
  },
  {
    ...usual,
    name: 'in the middle band, with a part of a cent',
    terms: INTO_THREE,
    price: 75.55,
    hours: 30,
    refund: 24.94,
    quote: 'If you cancel now, 30 hours before: 33% refund: $24.94.',
    told: 'You canceled 30 hours before: 33% refund: $24.94.',
  },
  {
    ...usual,
    name: 'early after a late move',
    terms: INTO_THREE,
    price: 75.55,
    ceiling: 33,
    refund: 24.94,
    quote:
      'If you cancel now, 3 days before, but this appointment was moved late: 33% refund: $24.94.',
    told: 'You canceled 3 days before, but this appointment was moved late: 33% refund: $24.94.',
  },
  {
    ...usual,
    name: 'early after a move in the last hours',
    ceiling: 0,
    refund: 0,
    quote: 'If you cancel now, 3 days before, but this appointment was moved late: no refund.',
    told: 'You canceled 3 days before, but this appointment was moved late: no refund.',
  },
  {
    ...usual,
    name: 'without a payment',
    paid: false,
    refund: 0,
    quote: 'Nothing was paid.',
    told: 'Nothing was paid.',
  },
]

/** What `quoteRefund` answers for a case. */
export function quoteOf({ terms, price, hours, ceiling, paid }: RefundCase) {
  const startsAt = new Date('2027-03-02T14:00:00Z')
  const now = new Date(startsAt.getTime() - hours * millisecondsInHour)
  const paidCents = paid ? Math.round(price * 100) : 0
  return quoteRefund({ terms, paidCents, startsAt, now, ceiling })
}
