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

/** E.164, which the identity provider requires; American numbers have ten digits. */
const INTERNATIONAL = /^\+(?:1[2-9]\d{9}|[2-9]\d{6,14})$/

/** A number of the United States without '+': its own ten digits, perhaps after the 1. */
const AMERICAN = /^1?(\d{10})$/

/**
 * A phone number for text messages: punctuation is removed, and a number without a country code is one
 * of the United States.
 */
export const phoneForm = z.object({
  phone: z.pipe(
    z.pipe(
      z.string('Phone is required').check(z.trim(), z.minLength(1, 'Phone is required')),
      z.transform((typed: string) => typed.replace(PUNCTUATION, '').replace(AMERICAN, '+1$1')),
    ),
    z
      .string()
      .check(
        z.regex(INTERNATIONAL, 'Enter a number like (503) 555-0100, or with its country code'),
      ),
  ),
})
