import {
  type SecondFactorContext,
  secondFactorMachine,
} from '#machines/second-factor/second-factor-machine.ts'
import { type Case, type TourOptions, walksThrough } from '../tours.ts'

export const PHONE = '+15035550188'
export const CODE = '123456'
export const OFFLINE = 'We can’t reach the login service. Check your connection and try again.'
export const WRONG_CODE = 'That code isn’t right. Check it, or request a new one.'

const offline = { message: OFFLINE }

/** Everything that can happen in the flow, with one payload for each way it can go. */
const casesOf = (phone: string): readonly Case[] => [
  { type: 'phone.add', emailVerified: true },
  { type: 'phone.add', emailVerified: false },
  { type: 'enrollment.cancel' },
  { type: 'email.send' },
  { type: 'email.check' },
  { type: 'email.verified' },
  { type: 'phone.submit', phone },
  { type: 'code.submit', code: CODE },
  { type: 'code.resend' },
  { type: 'xstate.done.actor.sendEmail' },
  { type: 'xstate.error.actor.sendEmail', error: offline },
  { type: 'xstate.done.actor.checkEmail', output: { emailVerified: true } },
  { type: 'xstate.done.actor.checkEmail', output: { emailVerified: false } },
  { type: 'xstate.error.actor.checkEmail', error: offline },
  { type: 'xstate.done.actor.sendFirstCode', output: { kind: 'sent' } },
  { type: 'xstate.done.actor.sendFirstCode', output: { kind: 'emailUnverified' } },
  { type: 'xstate.error.actor.sendFirstCode', error: offline },
  { type: 'xstate.done.actor.sendCode', output: { kind: 'sent' } },
  { type: 'xstate.done.actor.sendCode', output: { kind: 'emailUnverified' } },
  { type: 'xstate.error.actor.sendCode', error: offline },
  { type: 'xstate.done.actor.confirmCode' },
  { type: 'xstate.error.actor.confirmCode', error: { message: WRONG_CODE } },
]

/** Walks that take every transition of the second factor machine. */
export const secondFactorWalks = (phone = PHONE, options?: TourOptions<SecondFactorContext>) => {
  const cases = casesOf(phone)
  return walksThrough(secondFactorMachine, () => cases, options)
}
