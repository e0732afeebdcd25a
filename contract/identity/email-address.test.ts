import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { clinicSettings } from '../clinic/clinic-settings.ts'
import { doctorForm } from '../doctors/doctors.ts'
import { newFamily } from '../families/families.ts'
import { newInvitation } from '../guardians/guardians.ts'
import { RARE_EMAILS } from '../testing/rare-emails.ts'
import { toAccountEmail } from './email-address.ts'
import { newEmailForm } from './profile.ts'
import { accountEmail, emailAddress, loginForm, newLinkForm, signUpForm } from './users.ts'

/** The form fields for emails. */
const EMAILS: Record<string, z.ZodMiniType<unknown>> = {
  'sign-up': signUpForm.shape.email,
  'new password': newLinkForm.shape.email,
  profile: newEmailForm.shape.email,
  invitation: newInvitation.shape.email,
  doctor: doctorForm.shape.email,
  clinic: clinicSettings.shape.email,
}

it.each(Object.entries(EMAILS))('takes an email as mail servers do: %s', (_, field) => {
  const wrong = RARE_EMAILS.filter(
    ({ typed, email }) => field.safeParse(` ${typed} `).data !== email,
  )
  expect(wrong).toEqual([])
})

it('accepts the same emails for a family of the desk, or none', () => {
  const { email: field } = newFamily.shape
  expect(field.parse('')).toBe('')
  const wrong = RARE_EMAILS.filter(
    ({ typed, email }) => typed && field.safeParse(typed).data !== email,
  )
  expect(wrong).toEqual([])
})

it('logs in with an email as it was stored, including all former formats', () => {
  for (const { typed, email } of RARE_EMAILS) {
    const stored = email ?? toAccountEmail(typed)
    if (!stored) continue
    expect(loginForm.shape.email.parse(typed)).toBe(stored)
    if (stored.length <= 254 && stored.includes('@')) expect(accountEmail.parse(typed)).toBe(stored)
  }
})

it.each([
  ['a'.repeat(65), 'The part before the @ must be 64 characters or fewer'],
  ['a b', 'Enter a valid email address'],
  ['a'.repeat(250), 'Email must be 254 characters or fewer'],
])('explains what is wrong with %.8s', (local, message) => {
  const { error } = emailAddress.safeParse(`${local}@example.com`)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})
