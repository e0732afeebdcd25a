import type { BlockRefusal, BlockSuccess } from '#contract/booking/blocks.ts'
import { bookBlock } from '#contract/booking/booking-refusals.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type { BlockOutcome } from '#domain/booking/sibling-blocks.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { speech } from '#server/http/spoken-language.ts'
import { toAppointment, toBlock } from '#server/views/appointments.ts'
import { describeNewTerms, notBooked, sayTime } from './booking-response.ts'

/**
 * The response to `POST /appointment-blocks`.
 * @throws HttpError when no patient could book this
 */
export function describeBlock(
  outcome: BlockOutcome,
  date: IsoDate,
): BlockSuccess | BlockRefusal | TermsChanged {
  switch (outcome.outcome) {
    case 'booked':
      return { success: true, bookings: outcome.appointments.map(toAppointment) }
    case 'not_a_block':
      throw refuse(bookBlock, outcome.outcome)
    case 'refused':
      return describeRefusal(outcome, date)
    default:
      throw notBooked(bookBlock, outcome, date)
  }
}

function describeRefusal(
  { slot, child, refusal, alternatives }: Extract<BlockOutcome, { outcome: 'refused' }>,
  date: IsoDate,
): BlockRefusal | TermsChanged {
  const refused = {
    success: false,
    child: child.id,
    alternatives: alternatives.map(toBlock),
  } as const
  switch (refusal.outcome) {
    case 'already_booked': {
      const { date, slot } = toAppointment(refusal.existing)
      const facts = { ...sayTime({ date, slot }), child: child.name }
      return { ...refused, ...explain(bookBlock, 'already_booked_child', facts) }
    }
    case 'slot_taken':
      return {
        ...refused,
        ...explain(bookBlock, refusal.outcome, {
          child: child.name,
          slot: speech().formats.slot(slot),
        }),
      }
    case 'price_changed': {
      const price = formatPrice(toDollars(refusal.priceCents))
      return { ...refused, ...explain(bookBlock, refusal.outcome, { child: child.name, price }) }
    }
    case 'terms_changed':
      return describeNewTerms(bookBlock, refusal)
    default:
      throw notBooked(bookBlock, refusal, date)
  }
}
