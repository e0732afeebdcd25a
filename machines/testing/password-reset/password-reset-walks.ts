import {
  type PasswordResetContext,
  passwordResetMachine,
} from '#machines/password-reset/password-reset-machine.ts'
import { type Case, done, failed, type TourOptions, walksThrough } from '../tours.ts'

export const PASSWORD = 'parent456'
export const EXPIRED = 'This link has expired. Request a new one below.'
export const OFFLINE = 'Firebase: Error (auth/network-request-failed).'
export const WEAK = 'Firebase: Error (auth/weak-password).'

interface PasswordResetFixture {
  /** The code of the link. */
  code: string
  /** The account that the link belongs to. */
  email: string
}

export const passwordResetFixture: PasswordResetFixture = {
  code: 'link-code',
  email: 'parent@example.com',
}

const refused = { kind: 'refused', reason: EXPIRED }
const offline = { message: OFFLINE }

/** Everything that can happen in the flow, with one payload for each way it can go. */
const casesOf = ({ email }: PasswordResetFixture): readonly Case[] => [
  { type: 'retry' },
  { type: 'password.submit', password: PASSWORD },
  { type: 'link.request', email },
  ...done('checkLink', { kind: 'valid', email }, refused),
  ...failed('checkLink', offline),
  ...done('changePassword', { kind: 'changed' }, refused),
  ...failed('changePassword', { message: WEAK }),
  ...done('sendLink', undefined),
  ...failed('sendLink', offline),
]

/** Walks that take every transition of the password reset machine. */
export const passwordResetWalks = (
  fixture = passwordResetFixture,
  options?: TourOptions<PasswordResetContext>,
) => {
  const cases = casesOf(fixture)
  return walksThrough(passwordResetMachine, () => cases, {
    input: { code: fixture.code },
    ...options,
  })
}
