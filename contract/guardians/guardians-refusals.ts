import * as words from '#words/en/refusals/guardians.ts'
import { beside, type Refusals, refusing, stating } from '../refusals/refusals.ts'
import { noChild } from '../refusals/shared-refusals.ts'
import { ADULT_YEARS } from './ages.ts'
import { MOST_CHILDREN, MOST_GUARDIANS } from './children.ts'
import * as children from './children-calls.ts'
import { MOST_INVITATIONS } from './guardians.ts'
import * as guardians from './guardians-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './children-calls.ts'
export * from './guardians-calls.ts'

const NOT_BORN = words.notBorn

/** Why a child is refused on any list. */
const notAChild = {
  not_born: [409, beside('birthDate', NOT_BORN)],
  adult: [409, beside('birthDate', stating(words.adults, { adult: ADULT_YEARS }))],
} as const satisfies Refusals

const onOtherList = {
  same_in_other: [409, beside('name', words.sameInOtherList), 'same_child'],
} as const satisfies Refusals

const FULL = stating(words.fullList, { most: MOST_CHILDREN })

/** The user is a guardian of the child but not an owner. */
const onlyOwners = {
  not_owner: [403, words.onlyOwners, 'forbidden'],
} as const satisfies Refusals

/** Why a child is not saved on a guardian's list. */
export const ownList = {
  ...notAChild,
  too_many_children: [409, FULL],
  ...onOtherList,
  same_in_list: [409, beside('name', words.sameInList), 'same_child'],
  same_in_archive: [409, beside('name', words.sameInArchive), 'same_child'],
} as const satisfies Refusals

/** The same on a family's list, for staff. */
export const familysList = {
  ...notAChild,
  too_many_children: [409, `A family can have up to ${MOST_CHILDREN} children. Archive one first.`],
  ...onOtherList,
  same_in_list: [
    409,
    beside('name', 'This family already has a child with this name and birth date.'),
    'same_child',
  ],
  same_in_archive: [
    409,
    beside('name', 'This child is in the family’s archive. Bring the child back instead.'),
    'same_child',
  ],
} as const satisfies Refusals

/** Why a child is not changed. */
const childStays = {
  ...noChild,
  ...onlyOwners,
  has_appointments: [409, words.hasAppointments],
} as const satisfies Refusals

export const addChild = refusing(children.addChild, ownList)
export const changeChild = refusing(children.changeChild, { ...childStays, ...ownList })
export const removeChild = refusing(children.removeChild, childStays)

const ADULT = stating(words.adult, { adult: ADULT_YEARS })

const MOST = stating(words.tooManyGuardians, { most: MOST_GUARDIANS })

export const inviteGuardian = refusing(guardians.inviteGuardian, {
  ...noChild,
  ...onlyOwners,
  unverified: [403, words.unverifiedInviter],
  archived: [409, beside('children', words.archived)],
  adult: [409, beside('children', ADULT)],
  too_many_guardians: [409, beside('children', MOST)],
  yourself: [409, beside('email', words.yourself)],
  already_guardian: [409, beside('email', words.alreadyGuardian)],
  too_many_invitations: [409, stating(words.tooManyInvitations, { most: MOST_INVITATIONS })],
})

/** No invitation of the caller has that id. */
const noInvitation = {
  unknown_invitation: [404, words.noInvitation, 'not_found'],
} as const satisfies Refusals

/** Why an invitation cannot be opened. */
const invitationRefusals = {
  ...noInvitation,
  other_address: [403, words.otherAddress],
  unverified: [403, words.unverified],
} as const satisfies Refusals

export const getInvitation = refusing(guardians.getInvitation, invitationRefusals)

export const acceptInvitation = refusing(guardians.acceptInvitation, {
  ...invitationRefusals,
  too_many_guardians: [409, MOST],
  too_many_children: [409, FULL],
  not_agreed: [409, words.notAgreed],
  same_child: [409, words.sameChild],
  conflict: [409, words.conflict],
  adult: [409, ADULT],
  not_born: [409, NOT_BORN],
})

export const withdrawInvitation = refusing(guardians.withdrawInvitation, {
  ...noInvitation,
  already_accepted: [409, words.alreadyAccepted],
})

export const listGuardians = refusing(guardians.listGuardians, noChild)

/** Why a guardian is not changed. */
const guardianStays = {
  ...onlyOwners,
  ...noChild,
  unknown_guardian: [404, words.noGuardian, 'not_found'],
  last_owner: [409, words.lastOwner],
} as const satisfies Refusals

export const changeGuardian = refusing(guardians.changeGuardian, guardianStays)
export const removeGuardian = refusing(guardians.removeGuardian, {
  ...guardianStays,
  only_guardian: [409, words.onlyGuardian, 'last_owner'],
})
