import type { Call } from '../call.ts'
import type { Refusals } from './refusals.ts'

/** Why the session of a request's token ended, in words for the login; a logout needs none. */
const sessionEnds = {
  logged_out_everywhere: [401, 'You logged out on all devices. Please log in again.', 'ended'],
  ended_by_user: [
    401,
    'You logged out of this device on another one. Please log in again.',
    'ended',
  ],
  password_reset: [
    401,
    'Your password was changed, so you were logged out here. Please log in with the new one.',
    'ended',
  ],
  email_changed: [
    401,
    'Your email was changed, so you were logged out. Please log in with the new one.',
    'ended',
  ],
  account_disabled: [401, 'This account has been turned off. Please call us.', 'ended'],
  account_deleted: [401, 'This account no longer exists.', 'ended'],
  credential_removed: [
    401,
    'A way to log in was removed from your account, so you were logged out. Please log in again.',
    'ended',
  ],
  second_factor_added: [
    401,
    'Two-step verification was turned on, so you were logged out here. Please log in again.',
    'ended',
  ],
  second_factor_reset: [
    401,
    'We turned off two-step verification for you, so you were logged out. Please log in again.',
    'ended',
  ],
  email_verified: [
    401,
    'Your email was confirmed with another login, so you were logged out. Please log in again.',
    'ended',
  ],
  role_changed: [401, 'Your role has changed. Please log in again.', 'ended'],
} as const satisfies Refusals

/** Refusals that any call can have. */
export const defaultRefusals = {
  /** The contract's messages; `issues` lists them. */
  invalid_input: [400, '{problems}'],
  unreadable: [400, 'We couldn’t understand this request.', 'invalid_input'],
  empty_body: [400, 'The body is empty.', 'invalid_input'],
  not_json: [400, 'The body is not valid JSON.', 'invalid_input'],
  not_logged_in: [401, 'Please log in.', 'unauthorized'],
  session_ended: [401, 'Your session has ended. Please log in again.', 'unauthorized'],
  ...sessionEnds,
  account_gone: [401, 'This account no longer exists.', 'unauthorized'],
  not_confirmed: [401, 'We couldn’t confirm your login. Please log in again.', 'unauthorized'],
  only_admins: [403, 'Only administrators can do this.', 'forbidden'],
  only_staff: [403, 'Only the clinic’s staff can do this.', 'forbidden'],
  only_doctors: [403, 'Only the clinic’s doctors can do this.', 'forbidden'],
  only_care: [403, 'Only the clinic’s staff and doctors can do this.', 'forbidden'],
  second_step_missing: [
    403,
    'Administrators, staff and doctors have to log in with a second step. Add a phone on your profile page.',
    'forbidden',
  ],
  not_found: [404, 'Not found.'],
  too_slow: [408, 'The request timed out.'],
  too_large: [413, 'The request is too large.'],
  too_long: [414, 'This URL is too long.'],
  unsupported_media_type: [
    415,
    'This endpoint accepts JSON only (content-type: application/json).',
  ],
  too_many_requests: [429, 'Too many requests. Please try again in {time}.'],
  headers_too_large: [431, 'The request headers are too large.', 'too_large'],
  internal: [500, 'Something went wrong on our end.'],
  unavailable: [503, 'Our server is busy. Please try again in a moment.'],
} as const satisfies Refusals

/** Other refusals of the framework, with its own status from 400 to 499. */
export const otherRefusal = {
  refused: [400, 'This request was refused.'],
} as const satisfies Refusals

/** Refusals of calls that require a recent login. */
export const recentLogin = {
  recent_login_required: [
    409,
    'You logged in a while ago. Please log in again before you do this.',
  ],
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
