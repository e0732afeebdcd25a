import { type Cases, type TourOptions, tour } from '../testing/tours.ts'
import {
  type EmailConfirmationContext,
  emailConfirmationMachine,
} from './email-confirmation-machine.ts'

export const CODE = 'link-code'

/** Everything that can happen in the flow, with one payload for each way it can go. */
const cases: Cases<typeof emailConfirmationMachine> = () => [
  { type: 'retry' },
  { type: 'xstate.done.actor.confirmEmail', output: { kind: 'confirmed' } },
  {
    type: 'xstate.done.actor.confirmEmail',
    output: { kind: 'refused', reason: 'This link has expired.' },
  },
  {
    type: 'xstate.error.actor.confirmEmail',
    error: { message: 'Firebase: Error (auth/network-request-failed).' },
  },
]

/** Walks that take every transition of the email confirmation machine. */
export const emailConfirmationWalks = (options?: TourOptions<EmailConfirmationContext>) =>
  tour(emailConfirmationMachine, cases, { input: { code: CODE }, ...options })
