import * as booking from '#words/en/refusals/booking.ts'
import * as nextVisits from '#words/en/refusals/next-visits.ts'
import * as words from '#words/en/refusals/waitlist.ts'
import { whileOpen } from '../opening/not-open.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { notOpen as notOpenOnline } from '../refusals/shared-refusals.ts'
import * as waitlist from './waitlist-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './waitlist-calls.ts'

const forStaff = {
  for_staff: [403, nextVisits.forStaff, 'forbidden'],
} as const satisfies Refusals

const noEntry = {
  unknown_entry: [404, words.noEntry, 'not_found'],
} as const satisfies Refusals

const noOffer = {
  not_found: [404, words.noOffer],
} as const satisfies Refusals

export const listWaitlist = refusing(waitlist.listWaitlist, forStaff)

export const joinWaitlist = refusing(whileOpen(waitlist.joinWaitlist), {
  ...forStaff,
  ...notOpenOnline,
  no_family: [404, words.noFamily, 'unknown_family'],
  unknown_child: [404, words.noChild],
  unknown_appointment: [404, words.noAppointment],
  unknown_treatment: [404, booking.unknownTreatment],
  unknown_doctor: [404, booking.unknownDoctor],
  not_online: [409, booking.notOnline],
  may_not_book: [403, nextVisits.onlyBookers],
  adult: [409, words.adult],
  past: [409, words.past],
  no_contact: [400, words.noContact],
  waiting_already: [409, words.waitingAlready],
  too_many: [409, words.tooMany],
  closed: [409, words.closed],
  closed_for_long: [409, words.closedForLong, 'closed'],
})

export const leaveWaitlist = refusing(waitlist.leaveWaitlist, noEntry)
export const resumeWaiting = refusing(waitlist.resumeWaiting, noEntry)

export const offerByHand = refusing(waitlist.offerByHand, {
  ...noEntry,
  ...noOffer,
  not_free: [409, 'This time isn’t free, or doesn’t fit the family.'],
  already_offered: [409, 'The family has an open offer already.'],
})

export const getOffer = refusing(waitlist.getOffer, noOffer)

const notOpen = {
  ...noOffer,
  gone: [409, words.gone],
} as const satisfies Refusals

export const acceptOffer = refusing(waitlist.acceptOffer, {
  ...notOpen,
  stale: [409, words.priceChanged],
  too_many_unpaid: [409, words.tooManyUnpaid, 'refused'],
  no_contact: [409, words.missingContact],
  other: [409, words.cannotAccept, 'refused'],
})

export const declineOffer = refusing(waitlist.declineOffer, notOpen)
