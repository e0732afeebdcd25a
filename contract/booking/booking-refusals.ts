import { ADULT_YEARS } from '../guardians/ages.ts'
import { whileOpen } from '../opening/not-open.ts'
import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { changedMeanwhile, noAppointment, noChild, notOpen } from '../refusals/shared-refusals.ts'
import * as blocks from './appointment-blocks-calls.ts'
import * as changes from './appointment-changes-calls.ts'
import { alreadyBookedMessage } from './appointments.ts'
import * as appointments from './appointments-calls.ts'
import * as obstacles from './block-obstacles-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './appointment-blocks-calls.ts'
export * from './appointment-changes-calls.ts'
export * from './appointments-calls.ts'
export * from './block-obstacles-calls.ts'
export * from './history-calls.ts'

/** How an unverified account gets a higher limit of unpaid appointments. */
const CONFIRM_EMAIL = 'confirm your email address on the My Profile page'

const ADULT =
  `{child} is ${ADULT_YEARS} or older that day, and books with an account of their own.` as const

const OTHER_AGE = '{treatment} is for ages {ages}. {child} is {age} old that day.'

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
  name_missing: [422, 'Add your name in My Profile before you book.'],
  may_not_book: [403, 'You can’t book for {child}. Ask the guardian who manages this child.'],
  adult: [422, beside('child', ADULT)],
  age_limit: [422, beside('child', OTHER_AGE)],
  unknown_treatment: [400, beside('treatment', 'We don’t offer that treatment.')],
  not_online: [409, beside('treatment', 'This treatment can’t be booked online. Please call us.')],
  unknown_doctor: [400, beside('doctor', 'That doctor doesn’t give this treatment.')],
  slot_not_offered: [400, beside('slot', 'That time isn’t available on that day.')],
  past: [
    400,
    beside('date', 'That day has passed. Please choose another date.'),
    'day_not_bookable',
  ],
  too_far: [
    400,
    beside('date', 'That day is too far in the future. Please choose an earlier date.'),
    'day_not_bookable',
  ],
  weekend: [
    400,
    beside('date', 'The clinic is closed on weekends. Please choose another date.'),
    'day_not_bookable',
  ],
  closed: [
    400,
    beside('date', 'The clinic is closed on that day. Please choose another date.'),
    'day_not_bookable',
  ],
} as const satisfies Refusals

/** The same for one appointment. */
const notBooked = {
  ...notBookable,
  too_many_unpaid: [
    422,
    'You have {appointments} coming up. Pay for one of them, or call us to cancel one, before you book another.',
  ],
  too_many_unpaid_unverified: [
    422,
    `You have {appointments} coming up. Pay for one of them, or ${CONFIRM_EMAIL}, before you book another.`,
    'too_many_unpaid',
  ],
  too_many_unpaid_of_child: [
    422,
    '{child} has {appointments} coming up. One of them has to be paid or canceled before another is booked.',
    'too_many_unpaid',
  ],
} as const satisfies Refusals

/** The same for a block. */
const blockNotBooked = {
  ...notBooked,
  too_many_unpaid: [
    422,
    'You can have {appointments} at a time. Book for fewer children, or pay for those that are coming up first.',
  ],
  too_many_unpaid_unverified: [
    422,
    `You can have {appointments} at a time. Book for fewer children, or ${CONFIRM_EMAIL}.`,
    'too_many_unpaid',
  ],
} as const satisfies Refusals

const LONGER_SERIES = 'The front desk can book a longer series for you.'

/** The same for a series. */
export const seriesNotBooked = {
  ...notBookable,
  too_many_unpaid: [
    422,
    `You can have {appointments} at a time. Choose fewer appointments, or pay for those that are coming up first. ${LONGER_SERIES}`,
  ],
  too_many_unpaid_unverified: [
    422,
    `You can have {appointments} at a time. Choose fewer appointments, or ${CONFIRM_EMAIL}. ${LONGER_SERIES}`,
    'too_many_unpaid',
  ],
  too_many_unpaid_of_child: [
    422,
    `{child} can have {appointments} at a time. Choose fewer appointments, or pay for those that are coming up first. ${LONGER_SERIES}`,
    'too_many_unpaid',
  ],
} as const satisfies Refusals

/** Why nothing is booked: one appointment, a block or a series. */
export type NotBooked = typeof notBooked | typeof blockNotBooked | typeof seriesNotBooked

const BOOKED = { date: '{date}', slot: '{slot}' }

/** The patient already has an appointment; names the child where the user books for several people. */
export const alreadyBooked = {
  already_booked: [409, alreadyBookedMessage(BOOKED)],
  already_booked_child: [
    409,
    alreadyBookedMessage({ ...BOOKED, child: '{child}' }),
    'already_booked',
  ],
} as const satisfies Refusals

export const newTerms = {
  terms_changed: [409, 'The clinic’s refund terms have changed. Please read them and book again.'],
} as const satisfies Refusals

const TIME_TAKEN = 'Someone else just booked this time. Please choose another one.'

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
  price_changed: [409, 'The price is now {price}. Please review it and book again.'],
} as const satisfies Refusals

/** The email in the booking is not the caller's. */
export const otherAccount = {
  other_account: [403, 'You can only book for your own account.', 'forbidden'],
} as const satisfies Refusals

export const bookAppointment = refusing(whileOpen(appointments.bookAppointment), {
  ...otherAccount,
  ...notOpen,
  ...bookingRefusals,
})

export const listAppointments = refusing(appointments.listAppointments, {
  other_account: [403, 'You can only see your own appointments.', 'forbidden'],
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
  not_a_block: [
    400,
    beside('items', 'Those times are too far apart, or need one doctor twice at once.'),
  ],
  slot_taken: [409, 'Someone else just booked {child}’s time, {slot}. Nothing was booked.'],
  price_changed: [409, 'The price for {child} is now {price}. Please review it and book again.'],
})

/** Why an appointment cannot be changed. */
export const appointmentStays = {
  ...noAppointment,
  ...changedMeanwhile,
  cancelled: [409, 'This appointment was canceled.', 'closed'],
  checked_in: [409, 'The patient has checked in. Please ask the front desk.', 'closed'],
  completed: [409, 'This visit is over. Please ask the front desk.', 'closed'],
  missed: [409, 'This appointment was missed. Please ask the front desk.', 'closed'],
  too_late: [409, 'It’s too late to change this appointment online. Please call us.', 'closed'],
  too_many_moves: [409, 'This appointment can’t be moved online again. Please call us.', 'closed'],
  may_not_book: [
    409,
    'Only guardians with the right to book can change this appointment.',
    'closed',
  ],
} as const satisfies Refusals

export const getChangeOptions = refusing(changes.getChangeOptions, noAppointment)

export const moveAppointment = refusing(changes.moveAppointment, {
  ...appointmentStays,
  ...otherAge,
  ...timeTaken,
  already_booked: alreadyBooked.already_booked,
  not_offered: [409, 'That time isn’t available on that day.'],
})

export const undoMove = refusing(changes.undoMove, {
  ...noAppointment,
  ...changedMeanwhile,
  too_late: [409, 'It’s too late to undo this move. Move the appointment back instead.'],
  slot_taken: [409, 'The former time is no longer free. The appointment stays where it is.'],
})

export const cancelAppointment = refusing(changes.cancelAppointment, {
  ...appointmentStays,
  quote_changed: [409, 'The refund has changed. Please check it again.'],
})
