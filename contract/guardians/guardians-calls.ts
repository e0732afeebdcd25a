import type { Call } from '../call.ts'
import { childParams } from './children.ts'
import * as schemas from './guardians.ts'

export const inviteGuardian = {
  method: 'POST',
  path: '/guardian-invitations',
  access: 'user',
  summary: 'Invite a guardian for your children by email',
  limit: { name: 'guardian-invitations', perMinute: 20, per: 'user' },
  body: schemas.newInvitation,
  answers: { 201: schemas.sentInvitation },
} as const satisfies Call

export const getInvitation = {
  method: 'GET',
  path: '/guardian-invitations/:id',
  access: 'user',
  summary: 'Get an invitation that was sent to your verified email',
  params: schemas.invitationParams,
  answers: { 200: schemas.receivedInvitation },
} as const satisfies Call

export const acceptInvitation = {
  method: 'POST',
  path: '/guardian-invitations/:id/accept',
  access: 'user',
  summary: 'Accept an invitation; the answer says what has become of it',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.invitationParams,
  body: schemas.acceptance,
  answers: { 200: schemas.receivedInvitation },
} as const satisfies Call

export const withdrawInvitation = {
  method: 'DELETE',
  path: '/guardian-invitations/:id',
  access: 'user',
  summary: 'Withdraw an invitation',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.invitationParams,
  answers: { 200: schemas.sentInvitation },
} as const satisfies Call

export const listSharedAppointments = {
  method: 'GET',
  path: '/children/appointments',
  access: 'user',
  summary: 'List the appointments of your children that others have booked, latest first',
  answers: { 200: schemas.sharedAppointmentList },
} as const satisfies Call

export const listGuardians = {
  method: 'GET',
  path: '/children/:id/guardians',
  access: 'user',
  summary: 'List the guardians of your child; owners see the invitations, too',
  params: childParams,
  answers: { 200: schemas.guardianList },
} as const satisfies Call

export const changeGuardian = {
  method: 'PUT',
  path: '/children/:id/guardians/:uid',
  access: 'user',
  summary: 'Change what a guardian of your child may do',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.guardianParams,
  body: schemas.guardianChange,
  answers: { 200: schemas.guardian },
} as const satisfies Call

export const removeGuardian = {
  method: 'DELETE',
  path: '/children/:id/guardians/:uid',
  access: 'user',
  summary: 'Leave a child, or remove another guardian of your child',
  limit: { name: 'guardians', perMinute: 60, per: 'user' },
  params: schemas.guardianParams,
  answers: { 200: schemas.guardianRemoval },
} as const satisfies Call
