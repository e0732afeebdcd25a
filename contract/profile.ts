import * as z from 'zod/mini'
import { loginForm, signUpForm } from './users.ts'

/** One's own name, by the rules of the sign-up. */
export const profileForm = z.pick(signUpForm, { name: true })
export type ProfileForm = z.infer<typeof profileForm>

/** Signing in once more, by the rules of the login. */
export const passwordForm = z.pick(loginForm, { password: true })

const PUNCTUATION = /[\s().-]/g

/** E.164, which is what the identity provider sends codes to. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/

/** A phone that codes can be sent to: typed with the usual punctuation, read without it. */
export const phoneForm = z.object({
  phone: z.pipe(
    z.pipe(
      z.string('Phone is required').check(z.trim(), z.minLength(1, 'Phone is required')),
      z.transform((typed: string) => typed.replace(PUNCTUATION, '')),
    ),
    z
      .string()
      .check(z.regex(INTERNATIONAL, 'Phone needs its country code, such as +1 503 555 0100')),
  ),
})
