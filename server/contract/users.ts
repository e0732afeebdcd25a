import { z } from 'zod'

/** Spec section 9. */
export const MINIMUM_PASSWORD_LENGTH = 6

const PASSWORD_TOO_SHORT = 'Password must be 6 characters or longer'

/** Emails are compared without regard to case; 254 characters is SMTP's limit. */
export const emailAddress = z
  .string('Email is not valid')
  .max(254, 'Email is too long')
  .trim()
  .toLowerCase()
  .pipe(z.email('Email is not valid'))

/** Login form (spec section 5). What an email may look like is for the identity provider to say. */
export const loginForm = z.object({
  email: z.string().trim().min(1, 'Email required'),
  password: z.string().min(1, 'Password required').min(MINIMUM_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
})
export type LoginForm = z.infer<typeof loginForm>

/** Sign-up form (spec section 5). */
export const signUpForm = z.object({
  name: z.string().trim().min(1, 'Name is required').max(100, 'Name is too long'),
  email: z.string().trim().min(1, 'Email is required'),
  password: z
    .string()
    .min(1, '* Password is required')
    .min(MINIMUM_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
})
export type SignUpForm = z.infer<typeof signUpForm>

/** Choosing a new password from a reset link: the sign-up rules for a password. */
export const newPasswordForm = signUpForm.pick({ password: true })
export type NewPasswordForm = z.infer<typeof newPasswordForm>

/** The six-digit code of a second factor. */
export const secondFactorForm = z.object({
  code: z.string().trim().min(1, 'Code is required'),
})
export type SecondFactorForm = z.infer<typeof secondFactorForm>

export const role = z.enum(['admin', 'patient'])
export type Role = z.infer<typeof role>

/** A user as the API shows one. */
export const user = z.object({
  email: z.string(),
  name: z.string(),
  photo: z.string().nullable(),
  role,
})
export type User = z.infer<typeof user>

/** `PUT /users/{email}` (spec section 7; design section 6.3). */
export const sessionRequest = z.strictObject({ email: emailAddress })
export const sessionResponse = z.object({
  /** Our own JWT, kept by the browser as `accessToken`. */
  token: z.string(),
  user,
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** `GET /admin/{email}`. */
export const adminResponse = z.object({ admin: z.boolean() })
export type AdminResponse = z.infer<typeof adminResponse>

export const emailParams = z.object({ email: emailAddress })
