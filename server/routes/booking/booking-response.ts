import {
  alreadyBookedMessage,
  type BookingRefusal,
  type BookingSuccess,
} from '#contract/booking/appointments.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { DayObstacle } from '#contract/clinic/clinic.ts'
import { count } from '#contract/count.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { ADULT_YEARS, describeAgeOn, describeAges } from '#contract/guardians/ages.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { RefundTerms, TermsChanged } from '#contract/payments/refund-bands.ts'
import type {
  AgeObstacle,
  BookingOutcome,
  BookingRequest,
} from '#domain/booking/book-appointment.ts'
import { HttpError, refusedField } from '#server/http/http-error.ts'
import { accountGone, forbidden } from '#server/plugins/authentication.ts'
import { toAppointment } from '#server/views/appointments.ts'
import { noChild } from '../guardians/children.ts'

const DAY_OBSTACLES: Record<DayObstacle, string> = {
  past: 'That day has passed. Please choose another date.',
  too_far: 'That day is too far in the future. Please choose an earlier date.',
  weekend: 'The clinic is closed on weekends. Please choose another date.',
  closed: 'The clinic is closed on that day. Please choose another date.',
}

/** How an unverified account gets a higher limit of unpaid appointments. */
export const CONFIRM_EMAIL = 'confirm your email address on the My Profile page'

/**
 * The response to `POST /appointments`.
 * @throws HttpError when no patient can book what was asked for
 */
export function describeBooking(
  outcome: BookingOutcome,
  wanted: Pick<BookingRequest, 'date' | 'slot'>,
): BookingSuccess | BookingRefusal | TermsChanged {
  const asked = { date: formatWireDate(wanted.date), slot: wanted.slot }
  switch (outcome.outcome) {
    case 'booked':
      return { success: true, booking: toAppointment(outcome.appointment) }
    case 'already_booked': {
      const { date, slot, child } = toAppointment(outcome.existing)
      const booking = { date, slot, ...(child && outcome.isOneOfSeveral && { child: child.name }) }
      const message = alreadyBookedMessage(booking)
      return { success: false, code: 'already_booked', message, booking }
    }
    case 'slot_taken':
      return {
        success: false,
        code: outcome.isHeld ? 'held' : 'slot_taken',
        message: TIME_TAKEN,
        booking: asked,
        alternatives: outcome.alternatives.map(formatSlot),
      }
    case 'price_changed': {
      const price = toDollars(outcome.priceCents)
      const message = `The price is now ${formatPrice(price)}. Please review it and book again.`
      return { success: false, code: 'price_changed', message, booking: asked, price }
    }
    case 'terms_changed':
      return describeNewTerms(outcome)
    default:
      throw notBooked(outcome, wanted.date)
  }
}

/** The clinic has changed its refund terms since they were shown. */
export function describeNewTerms({ terms }: { terms: RefundTerms }): TermsChanged {
  const message = 'The clinic’s refund terms have changed. Please read them and book again.'
  return { success: false, code: 'terms_changed', message, terms }
}

/** The error for what cannot be booked, whatever the appointments of others. */
export function notBooked(
  outcome: Exclude<
    BookingOutcome,
    { outcome: 'booked' | 'already_booked' | 'slot_taken' | 'price_changed' | 'terms_changed' }
  >,
  date: IsoDate,
): HttpError {
  switch (outcome.outcome) {
    case 'too_many_unpaid': {
      const { limit, emailVerified } = outcome
      const have = count(limit, 'unpaid appointment')
      const orElse = emailVerified ? 'call us to cancel one' : CONFIRM_EMAIL
      const wayOut = `Pay for one of them, or ${orElse}, before you book another.`
      return new HttpError(422, 'too_many_unpaid', `You have ${have} coming up. ${wayOut}`)
    }
    case 'too_many_unpaid_of_child': {
      const have = count(outcome.limit, 'unpaid appointment')
      const message = `${outcome.child.name} has ${have} coming up. One of them has to be paid or canceled before another is booked.`
      return new HttpError(422, 'too_many_unpaid', message)
    }
    case 'no_account':
      return accountGone()
    case 'name_missing':
      return new HttpError(422, 'name_missing', 'Add your name in My Profile before you book.')
    case 'unknown_child':
      return noChild()
    case 'may_not_book': {
      const message = `You can’t book for ${outcome.child.name}. Ask the guardian who manages this child.`
      return new HttpError(403, 'may_not_book', message)
    }
    case 'adult':
    case 'age_limit': {
      const message = describeAgeObstacle(outcome, date)
      return refusedField(422, outcome.outcome, 'child', message)
    }
    case 'unknown_treatment':
      return refusedField(400, 'unknown_treatment', 'treatment', 'We don’t offer that treatment.')
    case 'day_not_bookable':
      return refusedField(400, 'day_not_bookable', 'date', DAY_OBSTACLES[outcome.obstacle])
    case 'unknown_doctor':
      return refusedField(
        400,
        'unknown_doctor',
        'doctor',
        'That doctor doesn’t give this treatment.',
      )
    case 'slot_not_offered':
      return refusedField(400, 'slot_not_offered', 'slot', 'That time isn’t available on that day.')
  }
}

export const TIME_TAKEN = 'Someone else just booked this time. Please choose another one.'

/** Of an appointment that is not what it was on the screen. */
export const CHANGED_MEANWHILE = 'This appointment has changed meanwhile. Please check it again.'

/** @throws HttpError 403 unless the address is the user's */
export function requireOwnEmail(email: string, user: { email: string }): void {
  if (email !== user.email) throw forbidden('You can only book for your own account.')
}

/** 404: there is none, or it is another patient's. */
export function noAppointment(): HttpError {
  return new HttpError(404, 'not_found', 'Appointment not found.')
}

/** Why a child's age does not fit on a day, in a sentence. */
export function describeAgeObstacle(obstacle: AgeObstacle, date: IsoDate): string {
  const { name, birthDate } = obstacle.child
  if (obstacle.outcome === 'adult') {
    return `${name} is ${ADULT_YEARS} or older that day, and books with an account of their own.`
  }
  const { treatment } = obstacle
  const age = describeAgeOn(birthDate, date)
  return `${treatment.name} is for ages ${describeAges(treatment)}. ${name} is ${age} old that day.`
}
