import type { BookingRefusal, BookingSuccess } from '#contract/booking/appointments.ts'
import type {
  alreadyBooked,
  bookingRefusals,
  NotBooked,
  newTerms,
  otherAccount,
} from '#contract/booking/booking-refusals.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { describeAgeOn } from '#contract/guardians/ages.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { formatPrice, toDollars } from '#contract/money.ts'
import type { RefundTerms, TermsChanged } from '#contract/payments/refund-bands.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import type {
  AgeObstacle,
  BookingOutcome,
  BookingRequest,
} from '#domain/booking/book-appointment.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { inOwnWords, speech } from '#server/http/spoken-language.ts'
import { accountGone } from '#server/plugins/authentication.ts'
import { toAppointment } from '#server/views/appointments.ts'

/**
 * The response to the booking of an appointment.
 * @throws HttpError when no patient could book this
 */
export function describeBooking(
  call: Refusing<typeof bookingRefusals>,
  outcome: BookingOutcome,
  wanted: Pick<BookingRequest, 'date' | 'slot'>,
): BookingSuccess | BookingRefusal | TermsChanged {
  const asked = { date: formatWireDate(wanted.date), slot: wanted.slot }
  const refused = { success: false, booking: asked } as const
  switch (outcome.outcome) {
    case 'booked':
      return { success: true, booking: toAppointment(outcome.appointment) }
    case 'already_booked': {
      const { date, slot, child } = toAppointment(outcome.existing)
      const booking = { date, slot, ...(child && outcome.isOneOfSeveral && { child: child.name }) }
      return { success: false, ...explainAlreadyBooked(call, booking), booking }
    }
    case 'slot_taken': {
      const alternatives = outcome.alternatives.map(formatSlot)
      return { ...refused, ...explain(call, outcome.isHeld ? 'held' : 'slot_taken'), alternatives }
    }
    case 'price_changed': {
      const price = toDollars(outcome.priceCents)
      const refusal = explain(call, 'price_changed', { price: formatPrice(price) })
      return { ...refused, ...refusal, price }
    }
    case 'terms_changed':
      return describeNewTerms(call, outcome)
    default:
      throw notBooked(call, outcome, wanted.date)
  }
}

/** @param booking with the child's name, where the user books for several people */
export function explainAlreadyBooked(
  call: Refusing<typeof alreadyBooked>,
  { child, ...booking }: { date: string; slot: string; child?: string | undefined },
) {
  const time = sayTime(booking)
  return child === undefined
    ? explain(call, 'already_booked', time)
    : explain(call, 'already_booked_child', { ...time, child })
}

/** A day and a slot of the API as sentences say them. */
export function sayTime({ date, slot }: { date: string; slot: string }) {
  const { formats } = speech()
  return { date: formats.day(date), slot: formats.slot(slot) }
}

/** The clinic's refund terms changed after the user saw them. */
export function describeNewTerms(
  call: Refusing<typeof newTerms>,
  { terms }: { terms: RefundTerms },
): TermsChanged {
  return { success: false, ...explain(call, 'terms_changed'), terms }
}

/** The error for a booking that is impossible whatever the appointments of others. */
export function notBooked(
  call: Refusing<NotBooked>,
  outcome: Exclude<
    BookingOutcome,
    { outcome: 'booked' | 'already_booked' | 'slot_taken' | 'price_changed' | 'terms_changed' }
  >,
  date: IsoDate,
): HttpError {
  switch (outcome.outcome) {
    case 'too_many_unpaid': {
      const reason = outcome.emailVerified ? 'too_many_unpaid' : 'too_many_unpaid_unverified'
      return refuse(call, reason, {
        appointments: speech().words.refusals.facts.unpaidAppointments(outcome.limit),
      })
    }
    case 'too_many_unpaid_of_child': {
      const appointments = speech().words.refusals.facts.unpaidAppointments(outcome.limit)
      return refuse(call, outcome.outcome, { child: outcome.child.name, appointments })
    }
    case 'no_account':
      return accountGone()
    case 'may_not_book':
    case 'adult':
      return refuse(call, outcome.outcome, { child: outcome.child.name })
    case 'age_limit':
      return refuse(call, outcome.outcome, ageFacts(outcome, date))
    case 'day_not_bookable':
      return refuse(call, outcome.obstacle)
    default:
      return refuse(call, outcome.outcome)
  }
}

/** @throws HttpError 403 unless the email is the user's */
export function requireOwnEmail(
  call: Refusing<typeof otherAccount>,
  email: string,
  user: { email: string },
): void {
  if (email !== user.email) throw refuse(call, 'other_account')
}

/** The facts for the sentence why a child's age does not fit a treatment on a day. */
export function ageFacts(
  { child, treatment }: Extract<AgeObstacle, { outcome: 'age_limit' }>,
  date: IsoDate,
) {
  const { words } = speech()
  return {
    child: child.name,
    treatment: inOwnWords(treatment.name),
    ages: describeAges(treatment, words) ?? '',
    age: describeAgeOn(child.birthDate, date, words),
  }
}
