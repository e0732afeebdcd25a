import * as words from '#words/en/refusals/next-visits.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import * as nextVisits from './next-visits-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './next-visits-calls.ts'

const noTicket = {
  not_found: [404, words.noVisit],
} as const satisfies Refusals

/** The visit was booked or withdrawn, or is over. */
const hasEnded = {
  ended: [409, words.ended],
} as const satisfies Refusals

const noRight = {
  may_not_book: [403, words.onlyBookers],
} as const satisfies Refusals

export const listNextVisits = refusing(nextVisits.listNextVisits, {
  for_staff: [403, words.forStaff, 'forbidden'],
})

export const openTicket = refusing(nextVisits.openTicket, {
  not_found: [404, 'Appointment not found.'],
  no_child: [409, 'Only families of children can be asked to book a visit.'],
  unknown_treatment: [400, 'We don’t offer that treatment.'],
  unknown_doctor: [400, 'That doctor doesn’t give this treatment.'],
  past: [400, 'Choose a day that has not passed.'],
  other_age: [409, 'The child’s age doesn’t fit the treatment on that day.'],
  asked_already: [
    409,
    'The family is already asked to book a visit around {day}. Withdraw that request first.',
  ],
  booked_already: [409, 'The child already has an appointment for this treatment on {day}.'],
  too_many: [
    409,
    'A child can have at most {most} open requests to book a visit. Withdraw one first.',
  ],
})

export const withdrawTicket = refusing(nextVisits.withdrawTicket, { ...noTicket, ...hasEnded })

export const sayDoneElsewhere = refusing(nextVisits.sayDoneElsewhere, {
  ...noTicket,
  ...noRight,
  ...hasEnded,
  wrong_month: [400, words.wrongMonth],
})

export const declineNextVisit = refusing(nextVisits.declineNextVisit, {
  ...noTicket,
  ...noRight,
  ...hasEnded,
})

export const reopenNextVisit = refusing(nextVisits.reopenNextVisit, {
  ...noTicket,
  ...noRight,
  ...hasEnded,
})

export const addAttempt = refusing(nextVisits.addAttempt, { ...noTicket, ...hasEnded })
