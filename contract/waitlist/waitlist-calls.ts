import type { Call } from '../call.ts'
import * as schemas from './waitlist.ts'

const limit = { name: 'waitlist', perMinute: 20, per: 'user' } as const

export const listWaitlist = {
  method: 'GET',
  path: '/waitlist',
  access: 'user',
  summary: 'What your family waits for; for staff, all families that wait, or that want a day',
  query: schemas.waitlistQuery,
  answers: { 200: schemas.waitlistAnswer },
} as const satisfies Call

export const joinWaitlist = {
  method: 'POST',
  path: '/waitlist',
  access: 'user',
  summary: 'Wait for a time, or for a sooner one than that of an appointment',
  limit,
  body: schemas.joinRequest,
  answers: { 201: schemas.waitlistEntry },
} as const satisfies Call

export const leaveWaitlist = {
  method: 'DELETE',
  path: '/waitlist/:id',
  access: 'user',
  summary: 'Wait no longer; an open offer goes to the next family',
  params: schemas.entryParams,
  answers: { 200: schemas.leaveResponse },
} as const satisfies Call

export const resumeWaiting = {
  method: 'POST',
  path: '/waitlist/:id/resume',
  access: 'user',
  summary: 'Get offers again after two without an answer',
  limit,
  params: schemas.entryParams,
  answers: { 200: schemas.waitlistEntry },
} as const satisfies Call

export const offerByHand = {
  method: 'POST',
  path: '/waitlist/:id/offer',
  access: 'staff',
  summary: 'Offer a free time to a family out of turn',
  params: schemas.entryParams,
  body: schemas.handOffer,
  answers: { 201: schemas.offer },
} as const satisfies Call

export const getOffer = {
  method: 'GET',
  path: '/offers/:id',
  access: 'user',
  summary: 'A time that is held for your family, and what accepting it does',
  params: schemas.offerParams,
  answers: { 200: schemas.offer },
} as const satisfies Call

export const acceptOffer = {
  method: 'POST',
  path: '/offers/:id/accept',
  access: 'user',
  summary: 'Accept an offer: book its time, or move the present appointment there',
  limit,
  params: schemas.offerParams,
  body: schemas.acceptRequest,
  answers: { 200: schemas.offer, 409: schemas.offerRefusal },
} as const satisfies Call

export const declineOffer = {
  method: 'POST',
  path: '/offers/:id/decline',
  access: 'user',
  summary: 'Decline an offer; the next family is asked',
  limit,
  params: schemas.offerParams,
  answers: { 200: schemas.offer, 409: schemas.offerRefusal },
} as const satisfies Call
