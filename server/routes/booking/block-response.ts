import { alreadyBookedMessage } from '#contract/booking/appointments.ts'
import type { BlockRefusal, BlockSuccess } from '#contract/booking/blocks.ts'
import { count } from '#contract/count.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type { BlockOutcome } from '#domain/booking/sibling-blocks.ts'
import { HttpError, refusedField } from '#server/http/http-error.ts'
import { toAppointment, toBlock } from '#server/views/appointments.ts'
import { CONFIRM_EMAIL, describeNewTerms, notBooked } from './booking-response.ts'

/**
 * The response to `POST /appointment-blocks`.
 * @throws HttpError when no patient can book what was asked for
 */
export function describeBlock(
  outcome: BlockOutcome,
  date: IsoDate,
): BlockSuccess | BlockRefusal | TermsChanged {
  switch (outcome.outcome) {
    case 'booked':
      return { success: true, bookings: outcome.appointments.map(toAppointment) }
    case 'not_a_block': {
      const message = 'Those times are too far apart, or need one doctor twice at once.'
      throw refusedField(400, 'not_a_block', 'items', message)
    }
    case 'refused':
      return describeRefusal(outcome, date)
    default:
      throw notBooked(outcome, date)
  }
}

function describeRefusal(
  { slot, child, refusal, alternatives }: Extract<BlockOutcome, { outcome: 'refused' }>,
  date: IsoDate,
): BlockRefusal | TermsChanged {
  const refused = (code: BlockRefusal['code'], message: string): BlockRefusal => ({
    success: false,
    code,
    message,
    child: child.id,
    alternatives: alternatives.map(toBlock),
  })
  switch (refusal.outcome) {
    case 'already_booked': {
      const existing = toAppointment(refusal.existing)
      const message = alreadyBookedMessage({ ...existing, child: child.name })
      return refused('already_booked', message)
    }
    case 'slot_taken':
      return refused(
        'slot_taken',
        `Someone else just booked ${child.name}’s time, ${slot}. Nothing was booked.`,
      )
    case 'price_changed': {
      const price = formatPrice(toDollars(refusal.priceCents))
      const message = `The price for ${child.name} is now ${price}. Please review it and book again.`
      return refused('price_changed', message)
    }
    case 'terms_changed':
      return describeNewTerms(refusal)
    case 'too_many_unpaid': {
      const { limit, emailVerified } = refusal
      const orElse = emailVerified ? 'pay for those that are coming up first' : CONFIRM_EMAIL
      const message = `You can have ${count(limit, 'unpaid appointment')} at a time. Book for fewer children, or ${orElse}.`
      throw new HttpError(422, 'too_many_unpaid', message)
    }
    default:
      throw notBooked(refusal, date)
  }
}
