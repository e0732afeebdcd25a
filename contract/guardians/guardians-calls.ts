import { call } from '../call.ts'
import { childParams } from './children.ts'
import * as schemas from './guardians.ts'

export const inviteGuardian = call('POST', '/guardian-invitations', 'user', {
  summary: 'Invite a guardian for your children by email',
  limit: { name: 'guardian-invitations', perMinute: 20, per: 'user' },
  body: schemas.newInvitation,
  answers: { 201: schemas.sentInvitation },
})

export const getInvitation = call('GET', '/guardian-invitations/:id', 'user', {
  summary: 'Get an invitation that was sent to your verified email',
  params: schemas.invitationParams,
  answers: { 200: schemas.receivedInvitation },
})

export const acceptInvitation = call('POST', '/guardian-invitations/:id/accept', 'user', {
  summary: 'Accept an invitation; the answer has its new state',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.invitationParams,
  body: schemas.acceptance,
  answers: { 200: schemas.receivedInvitation },
})

export const withdrawInvitation = call('DELETE', '/guardian-invitations/:id', 'user', {
  summary: 'Withdraw an invitation',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.invitationParams,
  answers: { 200: schemas.sentInvitation },
})

export const listSharedAppointments = call('GET', '/children/appointments', 'user', {
  summary: 'List the appointments of your children that others have booked, latest first',
  answers: { 200: schemas.sharedAppointmentList },
})

export const listGuardians = call('GET', '/children/:id/guardians', 'user', {
  summary: 'List the guardians of your child; owners see the invitations, too',
  params: childParams,
  answers: { 200: schemas.guardianList },
})

export const changeGuardian = call('PUT', '/children/:id/guardians/:uid', 'user', {
  summary: 'Change what a guardian of your child may do',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.guardianParams,
  body: schemas.guardianChange,
  answers: { 200: schemas.guardian },
})

export const removeGuardian = call('DELETE', '/children/:id/guardians/:uid', 'user', {
  summary: 'Leave a child, or remove another guardian of your child',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.guardianParams,
  answers: { 200: schemas.guardianRemoval },
})
