import { call } from '../call.ts'
import { familyParams } from '../families/families.ts'
import * as schemas from './claims.ts'

const LIMIT = { name: 'claims', perMinute: 30, per: 'address' } as const

export const countClaims = call('GET', '/claims', 'admin', {
  summary: 'How many families of the previous system are invited and have claimed their records',
  answers: { 200: schemas.claimCounts },
})

export const sendClaims = call('POST', '/claims/send', 'admin', {
  summary: 'Invite the next families of the previous system by email to claim their records',
  needsRecentLogin: true,
  limit: { name: 'claims-send', perMinute: 20, per: 'user' },
  answers: { 200: schemas.sentClaims },
})

export const makeClaimLetters = call('POST', '/claims/letters', 'admin', {
  summary: 'Make letters, each with a new link, for families that no email reaches',
  needsRecentLogin: true,
  limit: { name: 'claims-send', perMinute: 20, per: 'user' },
  body: schemas.newLetters,
  answers: { 201: schemas.claimLetters },
})

export const makeClaimLetter = call('POST', '/families/:id/claim-letter', 'staff', {
  summary: 'Make a letter with a new link for a family without an account, for staff',
  limit: { name: 'claim-letter', perMinute: 20, per: 'user' },
  params: familyParams,
  answers: { 201: schemas.claimLetter },
})

export const getClaim = call('GET', '/claims/:token', 'everyone', {
  summary: 'Whether the link of an email or a letter can be used',
  limit: LIMIT,
  params: schemas.claimParams,
  answers: { 200: schemas.claim },
})

export const claimFamily = call('POST', '/claims/:token', 'user', {
  summary: 'Claim a family’s records with the birth date of one of its children',
  limit: LIMIT,
  params: schemas.claimParams,
  body: schemas.claimProof,
  answers: { 200: schemas.claimedFamily, 409: schemas.claimRefusal },
})
