import * as words from '#words/en/refusals/any-call.ts'
import type { Call } from '../call.ts'
import type { Refusals } from './refusals.ts'

/** Why the session of a request's token ended, in words for the login; a logout needs none. */
const sessionEnds = {
  logged_out_everywhere: [401, words.loggedOutEverywhere, 'ended'],
  ended_by_user: [401, words.endedByUser, 'ended'],
  password_reset: [401, words.passwordReset, 'ended'],
  email_changed: [401, words.emailChanged, 'ended'],
  account_disabled: [401, words.accountDisabled, 'ended'],
  account_deleted: [401, words.accountDeleted, 'ended'],
  credential_removed: [401, words.credentialRemoved, 'ended'],
  second_factor_added: [401, words.secondFactorAdded, 'ended'],
  second_factor_reset: [401, words.secondFactorReset, 'ended'],
  email_verified: [401, words.emailVerified, 'ended'],
  role_changed: [401, words.roleChanged, 'ended'],
} as const satisfies Refusals

/** Refusals that any call can have. */
export const defaultRefusals = {
  /** The contract's messages; `issues` lists them. */
  invalid_input: [400, '{problems}'],
  unreadable: [400, words.unreadable, 'invalid_input'],
  empty_body: [400, words.emptyBody, 'invalid_input'],
  not_json: [400, words.notJson, 'invalid_input'],
  not_logged_in: [401, words.notLoggedIn, 'unauthorized'],
  session_ended: [401, words.sessionEnded, 'unauthorized'],
  ...sessionEnds,
  account_gone: [401, words.accountDeleted, 'unauthorized'],
  not_confirmed: [401, words.notConfirmed, 'unauthorized'],
  only_admins: [403, words.onlyAdmins, 'forbidden'],
  only_staff: [403, words.onlyStaff, 'forbidden'],
  only_doctors: [403, words.onlyDoctors, 'forbidden'],
  only_care: [403, words.onlyCare, 'forbidden'],
  second_step_missing: [403, words.secondStepMissing, 'forbidden'],
  not_found: [404, words.notFound],
  too_slow: [408, words.tooSlow],
  too_large: [413, words.tooLarge],
  too_long: [414, words.tooLong],
  unsupported_media_type: [415, words.unsupportedMediaType],
  too_many_requests: [429, words.tooManyRequests],
  headers_too_large: [431, words.headersTooLarge, 'too_large'],
  internal: [500, words.internal],
  unavailable: [503, words.unavailable],
} as const satisfies Refusals

/** Other refusals of the framework, with its own status from 400 to 499. */
export const otherRefusal = {
  refused: [400, words.refused],
} as const satisfies Refusals

/** Refusals of calls that require a recent login. */
export const recentLogin = {
  recent_login_required: [409, words.recentLoginRequired],
} as const satisfies Refusals

const { second_step_missing, only_admins, only_staff, only_doctors, only_care } = defaultRefusals

/** Refusals of users without the required role. */
export const roleRefusals = {
  everyone: {},
  user: {},
  doctor: { only_doctors, second_step_missing },
  care: { only_care, second_step_missing },
  staff: { only_staff, second_step_missing },
  admin: { only_admins, second_step_missing },
} as const satisfies Record<Call['access'], Refusals>
