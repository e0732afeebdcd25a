import * as words from '#words/en/refusals/identity.ts'
import { type Refusals, refusing } from '../refusals/refusals.ts'
import { noDoctor } from '../refusals/shared-refusals.ts'
import * as sessions from './sessions-calls.ts'
import * as userAdmin from './user-admin-calls.ts'
import * as users from './users-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './sessions-calls.ts'
export * from './user-admin-calls.ts'
export * from './users-calls.ts'

/** `PUT /users/{email}`, which opens a session. */
export const openSession = {
  refusals: {
    /** Our forms refuse such an email; the account was created at the identity provider directly. */
    no_email: [400, words.invalidEmail, 'invalid_input'],
    other_email: [403, words.otherEmail, 'forbidden'],
    email_taken: [409, words.emailTaken],
  },
} as const

export const endSession = refusing(sessions.endSession, {
  not_found: [404, words.noSession],
})

export const isAdmin = refusing(users.isAdmin, {
  other_account: [403, words.onlyOwnAccount, 'forbidden'],
})

export const noUser = {
  unknown_user: [404, 'No user has this email.', 'not_found'],
} as const satisfies Refusals

/** Why a user cannot get a role yet. */
export const notPromoted = {
  ...noUser,
  unverified: [
    409,
    'This user hasn’t confirmed their email address yet, so it may belong to someone else.',
  ],
} as const satisfies Refusals

const MAKE_ANOTHER = 'Make someone else an admin first.'

export const makeAdmin = refusing(userAdmin.makeAdmin, notPromoted)
export const makeStaff = refusing(userAdmin.makeStaff, notPromoted)

export const makeDoctor = refusing(userAdmin.makeDoctor, {
  ...notPromoted,
  ...noDoctor,
  taken: [409, 'Another user sees this doctor’s day already.'],
})

export const demoteAdmin = refusing(userAdmin.demoteAdmin, {
  ...noUser,
  last_admin: [409, `You can’t demote the last administrator. ${MAKE_ANOTHER}`],
})

export const demoteStaff = refusing(userAdmin.demoteStaff, noUser)
export const demoteDoctor = refusing(userAdmin.demoteDoctor, noUser)

export const resetSecondFactor = refusing(userAdmin.resetSecondFactor, {
  ...noUser,
  own_account: [409, 'This is your own account. Remove the phone on your profile page.'],
  no_second_factor: [409, 'Two-step verification is off for this user.'],
})

export const removeUser = refusing(userAdmin.removeUser, {
  ...noUser,
  last_admin: [409, `You can’t remove the last administrator. ${MAKE_ANOTHER}`],
})
