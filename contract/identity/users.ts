import * as z from 'zod/mini'
import { doctorId } from '#contract/ids.ts'
import { optionalLine } from '#contract/text.ts'
import * as messages from '#words/en/messages/identity.ts'
import { fill } from '#words/fill.ts'
import { pageLimit } from '../paging.ts'
import { typedName } from '../typed-name.ts'
import {
  LONGEST_EMAIL,
  LONGEST_LOCAL_PART,
  toAccountEmail,
  toEmailAddress,
} from './email-address.ts'

export const MINIMUM_PASSWORD_LENGTH = 6

const LOCAL_PART_TOO_LONG = fill(messages.localPartTooLong, { most: LONGEST_LOCAL_PART })
const EMAIL_TOO_LONG = fill(messages.emailTooLong, { most: LONGEST_EMAIL })

function emailProblem(typed: unknown): string {
  if (typeof typed !== 'string') return messages.emailInvalid
  const email = typed.trim()
  if (email.length > LONGEST_EMAIL) return EMAIL_TOO_LONG
  return email.indexOf('@') > LONGEST_LOCAL_PART ? LOCAL_PART_TOO_LONG : messages.emailInvalid
}

/** An email to which emails are sent: docs/requirements.md#emails-that-people-type. */
export const emailAddress = z
  .stringFormat('email', (typed) => toEmailAddress(typed.trim()) !== undefined, {
    error: ({ input }) => emailProblem(input),
  })
  .check(z.overwrite(toAccountEmail))

/** The email of an existing account, even if no email reaches it. */
export const accountEmail = z
  .string(messages.emailInvalid)
  .check(
    z.maxLength(LONGEST_EMAIL, EMAIL_TOO_LONG),
    z.overwrite(toAccountEmail),
    z.includes('@', messages.emailInvalid),
  )

/** The name of a user, a doctor, a child or a family. */
export const personName = typedName()

/** A required email field of a form. */
function requiredEmail(missing: string) {
  return z.pipe(z.string(missing).check(z.trim(), z.minLength(1, missing)), emailAddress)
}

export const typedEmail = requiredEmail(messages.emailIsRequired)

/** The login form. The identity provider checks the email. */
export const loginForm = z.object({
  email: z
    .string(messages.emailRequired)
    .check(z.overwrite(toAccountEmail), z.minLength(1, messages.emailRequired)),
  password: z
    .string(messages.passwordRequired)
    .check(
      z.minLength(1, messages.passwordRequired),
      z.minLength(MINIMUM_PASSWORD_LENGTH, messages.passwordTooShort),
    ),
})
export type LoginForm = z.infer<typeof loginForm>

/** Requesting a password reset link. */
export const newLinkForm = z.object({ email: requiredEmail(messages.emailRequired) })

/** The sign-up form. */
export const signUpForm = z.object({
  name: personName,
  email: typedEmail,
  password: z
    .string(messages.newPasswordRequired)
    .check(
      z.minLength(1, messages.newPasswordRequired),
      z.minLength(MINIMUM_PASSWORD_LENGTH, messages.passwordTooShort),
    ),
})
export type SignUpForm = z.infer<typeof signUpForm>

/** Choosing a new password, by the sign-up form's rules. */
export const newPasswordForm = z.pick(signUpForm, { password: true })

/** The six-digit code of two-step verification. */
export const secondFactorForm = z.object({
  code: z.string(messages.codeRequired).check(z.trim(), z.minLength(1, messages.codeRequired)),
})

/**
 * `staff` works at the front desk; an admin can do everything that staff can. A `doctor` sees the patients of
 * their own day, and nothing else of the clinic.
 */
export const role = z.enum(['admin', 'staff', 'doctor', 'patient'])
export type Role = z.infer<typeof role>

/** The roles of those who work at the clinic. */
export const CLINIC_ROLES = ['admin', 'staff', 'doctor'] as const satisfies readonly Role[]

/** Users of one role, or all who work at the clinic. */
export const roleFilter = z.union([role, z.literal('clinic')])
export type RoleFilter = z.infer<typeof roleFilter>

/** Admins can do all that staff can. */
export const isStaff = (held: Role | null) => held === 'staff' || held === 'admin'

/** A user as the API shows one. */
const user = z.object({
  email: z.string(),
  name: z.string(),
  photo: z.nullable(z.string()),
  role,
})
export type User = z.infer<typeof user>

/** `PUT /users/{email}`. */
export const sessionRequest = z.strictObject({ email: accountEmail })
export const sessionResponse = z.object({
  /** Our own JWT, which the browser stores as `accessToken`. */
  token: z.string(),
  user,
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** Carries the access token that a renewal replaces, so that the session continues. */
export const PREVIOUS_TOKEN = 'x-previous-token'

/** Promoting, demoting and removing users requires a login at most this many minutes ago. */
export const RECENT_LOGIN_MINUTES = 15

/** The code of a 409 that asks for a new login before the call is repeated. */
export const RECENT_LOGIN_REQUIRED = 'recent_login_required'

/** Why all sessions of a user ended. */
export const sessionEnd = z.enum([
  'logged_out_everywhere',
  'password_reset',
  'email_changed',
  'account_disabled',
  'account_deleted',
  'credential_removed',
  'second_factor_added',
  'second_factor_reset',
  'email_verified',
  'role_changed',
])
export type SessionEnd = z.infer<typeof sessionEnd>

/** Why one session ended: its user logged out of it, on that device or in their list of sessions. */
export const singleEnd = z.enum(['logged_out', 'ended_by_user'])
export type SingleEnd = z.infer<typeof singleEnd>

/** `GET /sessions`: the caller's sessions of the last 30 days, the most recently used first. */
export const sessionList = z.array(
  z.object({
    _id: z.string(),
    /** Browser and system: 'Firefox on Windows'. */
    device: z.string(),
    /** ISO instants, UTC. */
    startedAt: z.string(),
    lastUsedAt: z.string(),
    /** Null while the session can continue. */
    ended: z.nullable(
      z.object({ at: z.string(), reason: z.enum([...sessionEnd.options, ...singleEnd.options]) }),
    ),
    /** Whether it is the session that makes this call. */
    isCurrent: z.boolean(),
  }),
)
export type ListedSession = z.infer<typeof sessionList>[number]

/** `GET /admin/{email}`. */
export const adminResponse = z.object({
  admin: z.boolean(),
  /** Whether the user is staff; absent when not. */
  staff: z.optional(z.boolean()),
  /** Whether the user is a doctor with a day of their own; absent when not. */
  doctor: z.optional(z.boolean()),
})
export type AdminResponse = z.infer<typeof adminResponse>

/** `PUT /user/doctor/{email}`. */
export const doctorBinding = z.strictObject({
  /** Id of the doctor whose day the user sees. */
  doctor: doctorId,
})

/** Why an admin turns a user's two-step verification off. */
export const secondFactorResetReason = z.enum(['phone_lost', 'number_changed', 'no_codes'])
export type SecondFactorResetReason = z.infer<typeof secondFactorResetReason>

/** `POST /user/{email}/second-factor-reset`. */
export const secondFactorReset = z.strictObject({ reason: secondFactorResetReason })

export const emailParams = z.object({ email: accountEmail })

/** Default number of users on a page. */
export const USER_PAGE_SIZE = 20

/** Above the highest possible page. */
export const HIGHEST_PAGE = 1_000_000

/** `GET /users?search=&role=&page=&limit=`. */
export const usersQuery = z.strictObject({
  /** Part of a name or an email, in any case. */
  search: z.optional(optionalLine('Search', 254)),
  role: z.optional(roleFilter),
  /** Counted from 1. */
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(HIGHEST_PAGE)), 1),
  limit: pageLimit(USER_PAGE_SIZE),
})
export type UsersQuery = z.input<typeof usersQuery>

/** A user as an admin sees one. */
const listedUser = z.object({
  _id: z.string(),
  ...user.shape,
  /** Whether the identity provider has verified the email. */
  emailVerified: z.boolean(),
  /** Whether two-step verification is on. */
  twoStep: z.boolean(),
  /** ISO instant, UTC. */
  joined: z.string(),
  /** How many appointments they have, past and canceled ones included. */
  appointments: z.number(),
})
export type ListedUser = z.infer<typeof listedUser>

/** `GET /users`: newest first. */
export const userList = z.array(listedUser)
