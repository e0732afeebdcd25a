import {
  type SecondFactorContext,
  secondFactorMachine,
} from '#machines/second-factor/second-factor-machine.ts'
import { type Case, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const PHONE = '+15035550188'
export const CODE = '123456'
export const OFFLINE = 'We can’t reach the login service. Check your connection and try again.'
export const WRONG_CODE = 'That code isn’t right. Check it, or request a new one.'

const offline = { message: OFFLINE }

/** Everything that can happen in the flow, with one payload for each way it can go. */
const casesOf = (phone: string): readonly Case[] => [
  { type: 'phone.add', emailVerified: true },
  { type: 'phone.add', emailVerified: false },
  ...plain('enrollment.cancel', 'email.send', 'email.check', 'email.verified'),
  { type: 'phone.submit', phone },
  { type: 'code.submit', code: CODE },
  { type: 'code.resend' },
  ...done('sendEmail', undefined),
  ...failed('sendEmail', offline),
  ...done('checkEmail', { emailVerified: true }, { emailVerified: false }),
  ...failed('checkEmail', offline),
  ...done('sendFirstCode', { kind: 'sent' }, { kind: 'emailUnverified' }),
  ...failed('sendFirstCode', offline),
  ...done('sendCode', { kind: 'sent' }, { kind: 'emailUnverified' }),
  ...failed('sendCode', offline),
  ...done('confirmCode', undefined),
  ...failed('confirmCode', { message: WRONG_CODE }),
]

/** Walks that take every transition of the second factor machine. */
export const secondFactorWalks = (phone = PHONE, options?: TourOptions<SecondFactorContext>) => {
  const cases = casesOf(phone)
  return walksThrough(secondFactorMachine, () => cases, options)
}
