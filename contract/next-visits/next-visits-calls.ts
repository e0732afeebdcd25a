import { call } from '../call.ts'
import * as due from './families-to-call.ts'
import * as schemas from './next-visits.ts'

const limit = { name: 'next-visits', perMinute: 20, perMinuteForStaff: 120, per: 'user' } as const

export const listNextVisits = call('GET', '/next-visits', 'user', {
  summary: 'Visits that the clinic asks your family to book; for staff, of one child',
  query: schemas.nextVisitsQuery,
  answers: { 200: schemas.nextVisitList },
})

export const openTicket = call('POST', '/tickets', 'care', {
  summary: 'Ask a family to book a visit that follows an appointment',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  body: schemas.newTicket,
  answers: { 201: schemas.nextVisit },
})

export const withdrawTicket = call('DELETE', '/tickets/:id', 'staff', {
  summary: 'Withdraw a request to book a visit',
  params: schemas.ticketParams,
  answers: { 200: schemas.nextVisit },
})

export const sayDoneElsewhere = call('POST', '/next-visits/:id/done-elsewhere', 'user', {
  summary: 'Answer that the child had the visit elsewhere, and in which month',
  limit,
  params: schemas.ticketParams,
  body: schemas.doneElsewhere,
  answers: { 200: schemas.nextVisit },
})

export const declineNextVisit = call('POST', '/next-visits/:id/not-for-us', 'user', {
  summary: 'Answer that the family does not want the visit',
  limit,
  params: schemas.ticketParams,
  answers: { 200: schemas.nextVisit },
})

export const reopenNextVisit = call('POST', '/next-visits/:id/reopen', 'user', {
  summary: 'Undo the answer that a visit was elsewhere or is not wanted',
  limit,
  params: schemas.ticketParams,
  answers: { 200: schemas.nextVisit },
})

export const listDueCalls = call('GET', '/todo/due', 'staff', {
  summary: 'Families to call about visits that they are asked to book, for staff',
  answers: { 200: due.dueCallList },
})

export const addAttempt = call('POST', '/todo/due/:id/attempts', 'staff', {
  summary: 'Record what came of a call about a visit to book, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: schemas.ticketParams,
  body: due.newAttempt,
  answers: { 201: due.recordedAttempt },
})
