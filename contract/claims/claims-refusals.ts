import { confirmFamilyLink } from '../families/families-refusals.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { noFamily } from '../refusals/shared-refusals.ts'
import * as claims from './claims-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './claims-calls.ts'

const noClaim = {
  not_found: [404, 'This link is not valid. Check the address, or call us for a new letter.'],
} as const satisfies Refusals

export const makeClaimLetter = refusing(claims.makeClaimLetter, {
  ...noFamily,
  has_account: [409, 'This family has an account already.'],
})

export const getClaim = refusing(claims.getClaim, noClaim)

const { conflict, too_many_children } = confirmFamilyLink.refusals

export const claimFamily = refusing(claims.claimFamily, {
  ...noClaim,
  unverified: [403, 'Confirm your email address first. Then you can claim your family’s records.'],
  staff_account: [
    403,
    'An account of the clinic’s staff can’t claim a family. Ask a colleague to link it.',
  ],
  wrong_birth_date: [
    409,
    'This is not the birth date of a child of this family. You can try {tries}.',
  ],
  failed: [409, 'No tries are left. Call us at {phone}, and we will print a new letter.'],
  expired: [409, 'This link has expired. Call us at {phone}, and we will print a new letter.'],
  replaced: [
    409,
    'This link was replaced. Use our latest email or letter, or call us at {phone} for a new one.',
  ],
  used: [
    409,
    'Another account has claimed this family. Ask the other guardian to invite you, or call us at {phone}.',
  ],
  no_children: [
    409,
    'We can’t check a birth date, because no child of this family is on our list now. Call us at {phone}.',
  ],
  conflict,
  too_many_children,
})
