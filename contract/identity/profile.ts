import * as z from 'zod/mini'
import * as messages from '#words/en/messages/identity.ts'
import * as phoneMessages from '#words/en/messages/phone.ts'
import { cleanPhone } from '../phone.ts'
import { emailAddress, loginForm, signUpForm } from './users.ts'

/** A user's own name, by the rules of the sign-up form. */
export const profileForm = z.pick(signUpForm, { name: true })
export type ProfileForm = z.infer<typeof profileForm>

/** Logging in again, by the rules of the login form. */
export const passwordForm = z.pick(loginForm, { password: true })

/** Another password, by the rules of the login and sign-up forms. */
export const changePasswordForm = z.object({
  current: passwordForm.shape.password,
  password: signUpForm.shape.password,
})

/** The new address of an account. */
export const newEmailForm = z.object({ email: emailAddress })

const PUNCTUATION = /[\s().-]/g

/** E.164, which the identity provider requires; American numbers have ten digits. */
const INTERNATIONAL = /^\+(?:1[2-9]\d{9}|[2-9]\d{6,14})$/

/** Countries whose numbers have ten digits after +1 (ISO 3166). */
const NORTH_AMERICA =
  'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI'.split(' ')

export const isInNorthAmerica = (country: string) => NORTH_AMERICA.includes(country)

/** A North American number without '+': ten digits, possibly after a 1. */
const AMERICAN = /^1?(\d{10})$/

/**
 * A phone number for text messages in E.164, without punctuation and invisible marks.
 * @param country the clinic's (ISO 3166): in North America a number needs no country code
 */
export function phoneForm(country: string) {
  const isAmerican = isInNorthAmerica(country)
  const toNumber = (typed: string) => {
    const digits = cleanPhone(typed)
      .replace(/^(\+\d{1,3}[\s.-]*)\(0\)/, '$1')
      .replace(PUNCTUATION, '')
      .replace(isAmerican ? /^(?:00|011)/ : /^00/, '+')
    return isAmerican ? digits.replace(AMERICAN, '+1$1') : digits
  }
  const example = isAmerican ? messages.phoneInvalidInAmerica : messages.phoneInvalid
  return z.object({
    phone: z.pipe(
      z.pipe(
        z
          .string(phoneMessages.phoneIsRequired)
          .check(z.trim(), z.minLength(1, phoneMessages.phoneIsRequired)),
        z.transform(toNumber),
      ),
      z.string().check(z.regex(INTERNATIONAL, example)),
    ),
  })
}
