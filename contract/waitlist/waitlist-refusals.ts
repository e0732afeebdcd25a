import { whileOpen } from '../opening/not-open.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { notOpen as notOpenOnline } from '../refusals/shared-refusals.ts'
import * as waitlist from './waitlist-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './waitlist-calls.ts'

const forStaff = {
  for_staff: [403, 'Only staff can do this for other families.', 'forbidden'],
} as const satisfies Refusals

const noEntry = {
  unknown_entry: [404, 'We couldn’t find that entry.', 'not_found'],
} as const satisfies Refusals

const noOffer = {
  not_found: [404, 'We couldn’t find that offer.'],
} as const satisfies Refusals

export const listWaitlist = refusing(waitlist.listWaitlist, forStaff)

export const joinWaitlist = refusing(whileOpen(waitlist.joinWaitlist), {
  ...forStaff,
  ...notOpenOnline,
  no_family: [404, 'We couldn’t find that family.', 'unknown_family'],
  unknown_child: [404, 'We couldn’t find that child.'],
  unknown_appointment: [404, 'We couldn’t find that appointment.'],
  unknown_treatment: [404, 'We don’t offer that treatment.'],
  unknown_doctor: [404, 'That doctor doesn’t give this treatment.'],
  not_online: [409, 'This treatment can’t be booked online. Please call us.'],
  may_not_book: [403, 'Only guardians with the right to book can do this.'],
  adult: [409, 'Patients of 18 years or more wait for themselves.'],
  past: [409, 'These days are over. Please choose later ones.'],
  no_contact: [400, 'Enter a phone number, so that we can reach you.'],
  waiting_already: [409, 'You are already on the list for this treatment.'],
  too_many: [409, 'A family can wait for {most} treatments at most. Leave another entry first.'],
  closed: [409, 'We have no times on these days. The next day is {day}.'],
  closed_for_long: [409, 'We have no times on these days. Choose others.', 'closed'],
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
  gone: [409, 'This time is no longer held for you.'],
} as const satisfies Refusals

export const acceptOffer = refusing(waitlist.acceptOffer, {
  ...notOpen,
  stale: [409, 'The price has changed. Please check it again.'],
  too_many_unpaid: [
    409,
    'You have as many unpaid appointments as possible. Pay for one, then accept again.',
    'refused',
  ],
  no_contact: [409, 'Enter your phone number and address, then accept again.'],
  other: [409, 'You can’t accept this offer. Please call us.', 'refused'],
})

export const declineOffer = refusing(waitlist.declineOffer, notOpen)
