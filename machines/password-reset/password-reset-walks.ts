import { type Cases, type TourOptions, tour } from '../testing/tours.ts'
import { type PasswordResetContext, passwordResetMachine } from './password-reset-machine.ts'

export const CODE = 'link-code'
export const EMAIL = 'parent@example.com'
export const PASSWORD = 'parent456'
export const EXPIRED = 'This link has expired. Request a new one below.'
export const OFFLINE = 'Firebase: Error (auth/network-request-failed).'
export const WEAK = 'Firebase: Error (auth/weak-password).'

const refused = { kind: 'refused', reason: EXPIRED }
const offline = { message: OFFLINE }

/** Everything that can happen in the flow, with one payload for each way it can go. */
const cases: Cases<typeof passwordResetMachine> = () => [
  { type: 'retry' },
  { type: 'password.submit', password: PASSWORD },
  { type: 'link.request', email: EMAIL },
  { type: 'xstate.done.actor.checkLink', output: { kind: 'valid', email: EMAIL } },
  { type: 'xstate.done.actor.checkLink', output: refused },
  { type: 'xstate.error.actor.checkLink', error: offline },
  { type: 'xstate.done.actor.changePassword', output: { kind: 'changed' } },
  { type: 'xstate.done.actor.changePassword', output: refused },
  { type: 'xstate.error.actor.changePassword', error: { message: WEAK } },
  { type: 'xstate.done.actor.sendLink' },
  { type: 'xstate.error.actor.sendLink', error: offline },
]

/** Walks that take every transition of the password reset machine. */
export const passwordResetWalks = (options?: TourOptions<PasswordResetContext>) =>
  tour(passwordResetMachine, cases, { input: { code: CODE }, ...options })
