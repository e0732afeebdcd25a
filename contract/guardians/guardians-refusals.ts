import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { noChild } from '../refusals/shared-refusals.ts'
import { ADULT_YEARS } from './ages.ts'
import { MOST_CHILDREN, MOST_GUARDIANS } from './children.ts'
import * as children from './children-calls.ts'
import { MOST_INVITATIONS } from './guardians.ts'
import * as guardians from './guardians-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './children-calls.ts'
export * from './guardians-calls.ts'

const NOT_BORN = 'The birth date can’t be in the future.'

/** Why a child is refused on any list. */
const notAChild = {
  not_born: [409, beside('birthDate', NOT_BORN)],
  adult: [
    409,
    beside(
      'birthDate',
      `From their ${ADULT_YEARS}th birthday on, patients book with an account of their own.`,
    ),
  ],
} as const satisfies Refusals

const onOtherList = {
  same_in_other: [
    409,
    beside('name', 'Another guardian has a child with this name and birth date on their list.'),
    'same_child',
  ],
} as const satisfies Refusals

const FULL =
  `You can have up to ${MOST_CHILDREN} children on your list. Archive one first.` as const

/** The user is a guardian of the child but not an owner. */
const onlyOwners = {
  not_owner: [403, 'Only a guardian who manages this child can do this.', 'forbidden'],
} as const satisfies Refusals

/** Why a child is not saved on a guardian's list. */
export const ownList = {
  ...notAChild,
  too_many_children: [409, FULL],
  ...onOtherList,
  same_in_list: [
    409,
    beside('name', 'You already have a child with this name and birth date.'),
    'same_child',
  ],
  same_in_archive: [
    409,
    beside('name', 'This child is in your archive. Bring the child back instead.'),
    'same_child',
  ],
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
  has_appointments: [409, 'This child has an appointment coming up. Cancel it first.'],
} as const satisfies Refusals

export const addChild = refusing(children.addChild, ownList)
export const changeChild = refusing(children.changeChild, { ...childStays, ...ownList })
export const removeChild = refusing(children.removeChild, childStays)

const ADULT = `{child} is ${ADULT_YEARS} or older, and books with an account of their own.` as const

const MOST =
  `{child} can have up to ${MOST_GUARDIANS} guardians, open invitations included.` as const

export const inviteGuardian = refusing(guardians.inviteGuardian, {
  ...noChild,
  ...onlyOwners,
  unverified: [403, 'Confirm your own email address before you invite a guardian.'],
  archived: [409, beside('children', '{child} is in your archive. Bring the child back first.')],
  adult: [409, beside('children', ADULT)],
  too_many_guardians: [409, beside('children', MOST)],
  yourself: [409, beside('email', 'This is your own email address.')],
  already_guardian: [409, beside('email', 'This person is a guardian already.')],
  too_many_invitations: [
    409,
    `You can have up to ${MOST_INVITATIONS} open invitations, and send as many a day. Withdraw one, or try again tomorrow.`,
  ],
})

/** No invitation of the caller has that id. */
const noInvitation = {
  unknown_invitation: [404, 'Invitation not found.', 'not_found'],
} as const satisfies Refusals

/** Why an invitation cannot be opened. */
const invitationRefusals = {
  ...noInvitation,
  other_address: [
    403,
    'This invitation was sent to another email address. Log in with that address.',
  ],
  unverified: [403, 'Confirm your email address first. Then you can accept the invitation.'],
} as const satisfies Refusals

export const getInvitation = refusing(guardians.getInvitation, invitationRefusals)

export const acceptInvitation = refusing(guardians.acceptInvitation, {
  ...invitationRefusals,
  too_many_guardians: [409, MOST],
  too_many_children: [409, FULL],
  not_agreed: [409, '{child} is on your list already. Load this page again to merge the two.'],
  same_child: [
    409,
    '{child} is on your list already, with other guardians. Take that entry off My Children first.',
  ],
  conflict: [
    409,
    'You and another guardian have booked the same appointment for {child}, or two at the same time. Cancel yours first, or take your own entry off My Children.',
  ],
  adult: [409, ADULT],
  not_born: [409, NOT_BORN],
})

export const withdrawInvitation = refusing(guardians.withdrawInvitation, {
  ...noInvitation,
  already_accepted: [409, 'This invitation was accepted. Remove the guardian instead.'],
})

export const listGuardians = refusing(guardians.listGuardians, noChild)

/** Why a guardian is not changed. */
const guardianStays = {
  ...onlyOwners,
  ...noChild,
  unknown_guardian: [404, 'Guardian not found.', 'not_found'],
  last_owner: [
    409,
    'A child needs a guardian who manages it. Let another guardian manage it first.',
  ],
} as const satisfies Refusals

export const changeGuardian = refusing(guardians.changeGuardian, guardianStays)
export const removeGuardian = refusing(guardians.removeGuardian, {
  ...guardianStays,
  only_guardian: [
    409,
    'There is no other guardian. Remove the child from your list instead.',
    'last_owner',
  ],
})
