import {
  alreadyBookedMessage,
  type BookingRefusal,
  type BookingSuccess,
} from '../../contract/appointments.ts'
import type { DayObstacle } from '../../contract/clinic.ts'
import { formatWireDate } from '../../contract/dates.ts'
import { formatPrice, toDollars } from '../../contract/money.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { BookingOutcome, BookingRequest } from '../../domain/booking/book-appointment.ts'
import { toAppointment } from '../../drizzle/queries/appointments.ts'
import { HttpError } from '../http-error.ts'
import { accountGone } from '../plugins/authentication.ts'

const DAY_OBSTACLES: Record<DayObstacle, string> = {
  past: 'That day has passed. Please choose another date.',
  too_far: 'That day is too far in the future. Please choose an earlier date.',
  weekend: 'The clinic is closed on weekends. Please choose another date.',
  closed: 'The clinic is closed on that day. Please choose another date.',
}

/**
 * The response to `POST /appointments`.
 * @throws HttpError when what was asked for cannot be booked by anybody
 */
export function describeBooking(
  outcome: BookingOutcome,
  wish: Pick<BookingRequest, 'date' | 'slot'>,
): BookingSuccess | BookingRefusal {
  const asked = { date: formatWireDate(wish.date), slot: wish.slot }
  switch (outcome.outcome) {
    case 'booked':
      return { success: true, booking: toAppointment(outcome.appointment) }
    case 'already_booked': {
      const { date, slot } = toAppointment(outcome.existing)
      const booking = { date, slot }
      const message = alreadyBookedMessage(booking)
      return { success: false, code: 'already_booked', message, booking }
    }
    case 'slot_taken':
      return {
        success: false,
        code: 'slot_taken',
        message: 'Someone else just booked this time. Please choose another one.',
        booking: asked,
        alternatives: outcome.alternatives.map(formatSlot),
      }
    case 'price_changed': {
      const price = toDollars(outcome.priceCents)
      const message = `The price is now ${formatPrice(price)}. Please review it and book again.`
      return { success: false, code: 'price_changed', message, booking: asked, price }
    }
    case 'too_many_unpaid': {
      const { limit, emailVerified } = outcome
      const wayOut = emailVerified
        ? 'Pay for one of them, or call us to cancel one, before you book another.'
        : 'Pay for one of them, or confirm your email address on the My Profile page, before you book another.'
      const have = limit === 1 ? '1 unpaid appointment' : `${limit} unpaid appointments`
      throw new HttpError(422, 'too_many_unpaid', `You have ${have} coming up. ${wayOut}`)
    }
    case 'no_account':
      throw accountGone()
    case 'unknown_treatment':
      throw notBookable('unknown_treatment', 'treatment', 'We don’t offer that treatment.')
    case 'day_not_bookable':
      throw notBookable('day_not_bookable', 'date', DAY_OBSTACLES[outcome.obstacle])
    case 'unknown_doctor':
      throw notBookable('unknown_doctor', 'doctor', 'That doctor doesn’t give this treatment.')
    case 'slot_not_offered':
      throw notBookable('slot_not_offered', 'slot', 'That time isn’t available on that day.')
  }
}

/** 404: there is none, or it is another patient's. */
export function noAppointment(): HttpError {
  return new HttpError(404, 'not_found', 'Appointment not found.')
}

function notBookable(code: string, path: string, message: string): HttpError {
  return new HttpError(400, code, message, { issues: [{ path, message }] })
}
