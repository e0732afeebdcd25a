import { call } from '../call.ts'
import * as schemas from './family-links.ts'

export const listFamilyLinks = call('GET', '/family-links', 'user', {
  summary: 'Appointments that the front desk proposes to move to your account',
  answers: { 200: schemas.proposedLinkList },
})

export const confirmFamilyLink = call('POST', '/family-links/:id/confirm', 'user', {
  summary: 'Confirm that proposed appointments are yours',
  limit: { name: 'family-links', perMinute: 20, per: 'user' },
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkConfirmed },
})

export const declineFamilyLink = call('POST', '/family-links/:id/decline', 'user', {
  summary: 'Decline proposed appointments that are not yours',
  limit: { name: 'family-links', perMinute: 20, per: 'user' },
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkDeclined },
})

export const undoFamilyLink = call('POST', '/family-links/:id/undo', 'admin', {
  summary: 'Give the appointments of a confirmed link back to the family, for admins',
  params: schemas.familyLinkParams,
  answers: { 200: schemas.linkUndone },
})
