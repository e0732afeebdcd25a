import * as z from 'zod/mini'
import { emailAddress, loginForm, signUpForm } from './users.ts'

/** A user's own name, by the rules of the sign-up form. */
export const profileForm = z.pick(signUpForm, { name: true })
export type ProfileForm = z.infer<typeof profileForm>

/** Logging in again, by the rules of the login form. */
export const passwordForm = z.pick(loginForm, { password: true })

/** The address that an account changes to. */
export const newEmailForm = z.object({ email: emailAddress })

const PUNCTUATION = /[\s().-]/g

/** E.164, which the identity provider requires. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/

/** A phone number for text messages: punctuation is removed. */
export const phoneForm = z.object({
  phone: z.pipe(
    z.pipe(
      z.string('Phone is required').check(z.trim(), z.minLength(1, 'Phone is required')),
      z.transform((typed: string) => typed.replace(PUNCTUATION, '')),
    ),
    z.string().check(z.regex(INTERNATIONAL, 'Include the country code, like +1 503 555 0100')),
  ),
})
