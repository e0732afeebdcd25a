import * as words from '#words/en/refusals/claims.ts'
import { confirmFamilyLink } from '../families/families-refusals.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { noFamily } from '../refusals/shared-refusals.ts'
import * as claims from './claims-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './claims-calls.ts'

const noClaim = {
  not_found: [404, words.invalidLink],
} as const satisfies Refusals

export const makeClaimLetter = refusing(claims.makeClaimLetter, {
  ...noFamily,
  has_account: [409, 'This family has an account already.'],
})

export const getClaim = refusing(claims.getClaim, noClaim)

const { conflict, too_many_children } = confirmFamilyLink.refusals

export const claimFamily = refusing(claims.claimFamily, {
  ...noClaim,
  unverified: [403, words.unverified],
  staff_account: [403, words.staffAccount],
  wrong_birth_date: [409, words.wrongBirthDate],
  failed: [409, words.noTriesLeft],
  expired: [409, words.expired],
  replaced: [409, words.replaced],
  used: [409, words.used],
  no_children: [409, words.noChildren],
  conflict,
  too_many_children,
})
