import * as words from '#words/en/refusals/booking.ts'
import { ADULT_YEARS } from '../guardians/ages.ts'
import { whileOpen } from '../opening/not-open.ts'
import { beside, type Refusals, refusing, stating } from '../refusals/refusals.ts'
import { changedMeanwhile, noAppointment, noChild, notOpen } from '../refusals/shared-refusals.ts'
import * as blocks from './appointment-blocks-calls.ts'
import * as changes from './appointment-changes-calls.ts'
import * as appointments from './appointments-calls.ts'
import * as obstacles from './block-obstacles-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './appointment-blocks-calls.ts'
export * from './appointment-changes-calls.ts'
export * from './appointments-calls.ts'
export * from './block-obstacles-calls.ts'
export * from './history-calls.ts'

const ADULT = stating(words.adultThatDay, { adult: ADULT_YEARS })

const OTHER_AGE = words.otherAge

/** A child's age does not fit on the day of a change. */
export const otherAge = {
  adult: [409, ADULT, 'age_limit'],
  age_limit: [409, OTHER_AGE],
} as const satisfies Refusals

/** The new patient's age does not fit the treatment on the day of the appointment. */
export const patientOfOtherAge = {
  adult: [409, ADULT],
  age_limit: [409, OTHER_AGE],
} as const satisfies Refusals

/** Refusals that do not depend on other appointments. */
const notBookable = {
  ...noChild,
  name_missing: [422, words.nameMissing],
  may_not_book: [403, words.mayNotBook],
  adult: [422, beside('child', ADULT)],
  age_limit: [422, beside('child', OTHER_AGE)],
  unknown_treatment: [400, beside('treatment', words.unknownTreatment)],
  not_online: [409, beside('treatment', words.notOnline)],
  unknown_doctor: [400, beside('doctor', words.unknownDoctor)],
  slot_not_offered: [400, beside('slot', words.slotNotOffered)],
  past: [400, beside('date', words.past), 'day_not_bookable'],
  too_far: [400, beside('date', words.tooFar), 'day_not_bookable'],
  weekend: [400, beside('date', words.weekend), 'day_not_bookable'],
  closed: [400, beside('date', words.closed), 'day_not_bookable'],
} as const satisfies Refusals

/** The same for one appointment. */
const notBooked = {
  ...notBookable,
  too_many_unpaid: [422, words.tooManyUnpaid],
  too_many_unpaid_unverified: [422, words.tooManyUnpaidUnverified, 'too_many_unpaid'],
  too_many_unpaid_of_child: [422, words.tooManyUnpaidOfChild, 'too_many_unpaid'],
} as const satisfies Refusals

/** The same for a block. */
const blockNotBooked = {
  ...notBooked,
  too_many_unpaid: [422, words.tooManyUnpaidInBlock],
  too_many_unpaid_unverified: [422, words.tooManyUnpaidInBlockUnverified, 'too_many_unpaid'],
} as const satisfies Refusals

/** The same for a series. */
export const seriesNotBooked = {
  ...notBookable,
  too_many_unpaid: [422, words.tooManyUnpaidInSeries],
  too_many_unpaid_unverified: [422, words.tooManyUnpaidInSeriesUnverified, 'too_many_unpaid'],
  too_many_unpaid_of_child: [422, words.tooManyUnpaidInSeriesOfChild, 'too_many_unpaid'],
} as const satisfies Refusals

/** Why nothing is booked: one appointment, a block or a series. */
export type NotBooked = typeof notBooked | typeof blockNotBooked | typeof seriesNotBooked

/** The patient already has an appointment; names the child where the user books for several people. */
export const alreadyBooked = {
  already_booked: [409, words.alreadyBooked],
  already_booked_child: [409, words.alreadyBookedChild, 'already_booked'],
} as const satisfies Refusals

export const newTerms = {
  terms_changed: [409, words.termsChanged],
} as const satisfies Refusals

const TIME_TAKEN = words.timeTaken

const timeTaken = {
  slot_taken: [409, TIME_TAKEN],
  /** Held for a family on the waiting list. */
  held: [409, TIME_TAKEN],
} as const satisfies Refusals

/** Why families and staff cannot book an appointment. */
export const bookingRefusals = {
  ...notBooked,
  ...alreadyBooked,
  ...timeTaken,
  ...newTerms,
  price_changed: [409, words.priceChanged],
} as const satisfies Refusals

/** The email in the booking is not the caller's. */
export const otherAccount = {
  other_account: [403, words.otherAccount, 'forbidden'],
} as const satisfies Refusals

export const bookAppointment = refusing(whileOpen(appointments.bookAppointment), {
  ...otherAccount,
  ...notOpen,
  ...bookingRefusals,
})

export const listAppointments = refusing(appointments.listAppointments, {
  other_account: [403, words.onlyOwnAppointments, 'forbidden'],
})

export const getAppointment = refusing(appointments.getAppointment, noAppointment)

export const findBlocks = refusing(blocks.findBlocks, blockNotBooked)

export const findBlockObstacles = refusing(obstacles.findBlockObstacles, blockNotBooked)

export const bookBlock = refusing(whileOpen(blocks.bookBlock), {
  ...otherAccount,
  ...notOpen,
  ...blockNotBooked,
  ...newTerms,
  already_booked_child: alreadyBooked.already_booked_child,
  not_a_block: [400, beside('items', words.notABlock)],
  slot_taken: [409, words.timeOfChildTaken],
  price_changed: [409, words.priceOfChildChanged],
})

/** Why an appointment cannot be changed. */
export const appointmentStays = {
  ...noAppointment,
  ...changedMeanwhile,
  cancelled: [409, words.canceled, 'closed'],
  checked_in: [409, words.checkedIn, 'closed'],
  completed: [409, words.completed, 'closed'],
  missed: [409, words.missed, 'closed'],
  too_late: [409, words.tooLateToChange, 'closed'],
  too_many_moves: [409, words.tooManyMoves, 'closed'],
  may_not_book: [409, words.onlyBookersChange, 'closed'],
} as const satisfies Refusals

export const getChangeOptions = refusing(changes.getChangeOptions, noAppointment)

export const moveAppointment = refusing(changes.moveAppointment, {
  ...appointmentStays,
  ...otherAge,
  ...timeTaken,
  already_booked: alreadyBooked.already_booked,
  not_offered: [409, words.slotNotOffered],
})

export const undoMove = refusing(changes.undoMove, {
  ...noAppointment,
  ...changedMeanwhile,
  too_late: [409, words.tooLateToUndo],
  slot_taken: [409, words.formerTimeTaken],
})

export const cancelAppointment = refusing(changes.cancelAppointment, {
  ...appointmentStays,
  quote_changed: [409, words.refundChanged],
})
