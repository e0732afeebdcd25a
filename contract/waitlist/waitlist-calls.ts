import { call } from '../call.ts'
import * as schemas from './waitlist.ts'

const limit = { name: 'waitlist', perMinute: 20, per: 'user' } as const

export const listWaitlist = call('GET', '/waitlist', 'user', {
  summary:
    'What your family waits for; for staff, all families that wait, that want a day, or whose days are closed',
  query: schemas.waitlistQuery,
  answers: { 200: schemas.waitlistAnswer },
})

export const joinWaitlist = call('POST', '/waitlist', 'user', {
  summary: 'Wait for a time, or for a sooner one than that of an appointment',
  limit,
  body: schemas.joinRequest,
  answers: { 201: schemas.waitlistEntry },
})

export const leaveWaitlist = call('DELETE', '/waitlist/:id', 'user', {
  summary: 'Leave the waiting list; an open offer goes to the next family',
  params: schemas.entryParams,
  answers: { 200: schemas.leaveResponse },
})

export const resumeWaiting = call('POST', '/waitlist/:id/resume', 'user', {
  summary: 'Resume offers after two unanswered ones',
  limit,
  params: schemas.entryParams,
  answers: { 200: schemas.waitlistEntry },
})

export const offerByHand = call('POST', '/waitlist/:id/offer', 'staff', {
  summary: 'Offer a free time to a family out of turn',
  params: schemas.entryParams,
  body: schemas.handOffer,
  answers: { 201: schemas.offer },
})

export const getOffer = call('GET', '/offers/:id', 'user', {
  summary: 'A time that is held for your family, and what accepting it does',
  params: schemas.offerParams,
  answers: { 200: schemas.offer },
})

export const acceptOffer = call('POST', '/offers/:id/accept', 'user', {
  summary: 'Accept an offer: book its time, or move the present appointment there',
  limit,
  params: schemas.offerParams,
  body: schemas.acceptRequest,
  answers: { 200: schemas.offer, 409: schemas.offerRefusal },
})

export const declineOffer = call('POST', '/offers/:id/decline', 'user', {
  summary: 'Decline an offer; the next family is asked',
  limit,
  params: schemas.offerParams,
  answers: { 200: schemas.offer, 409: schemas.offerRefusal },
})
