import type { Call } from '../call.ts'
import * as schemas from './family-links.ts'

export const listFamilyLinks = {
  method: 'GET',
  path: '/family-links',
  access: 'user',
  summary: 'Appointments that the front desk proposes to give to your account',
  answers: { 200: schemas.proposedLinkList },
} as const satisfies Call

export const confirmFamilyLink = {
  method: 'POST',
  path: '/family-links/:id/confirm',
  access: 'user',
  summary: 'Confirm that proposed appointments are yours',
  limit: { name: 'family-links', perMinute: 20, per: 'user' },
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkConfirmed },
} as const satisfies Call

export const declineFamilyLink = {
  method: 'POST',
  path: '/family-links/:id/decline',
  access: 'user',
  summary: 'Say that proposed appointments are not yours',
  limit: { name: 'family-links', perMinute: 20, per: 'user' },
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkDeclined },
} as const satisfies Call

export const undoFamilyLink = {
  method: 'POST',
  path: '/family-links/:id/undo',
  access: 'admin',
  summary: 'Give the appointments of a confirmed link back to the family, for admins',
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkUndone },
} as const satisfies Call
