import {
  type EmailConfirmationContext,
  emailConfirmationMachine,
} from '#machines/email-confirmation/email-confirmation-machine.ts'
import { type Cases, type TourOptions, walksThrough } from '../tours.ts'

export const CODE = 'link-code'
/** Of the account that is not logged in. */
export const OWN_EMAIL = 'own.address@example.com'
export const NEW_EMAIL = 'new.address@example.com'
export const EXPIRED = 'This link has expired. You can send a new one from your profile.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
const casesOf =
  (email: string): Cases<typeof emailConfirmationMachine> =>
  () => [
    { type: 'retry' },
    { type: 'xstate.done.actor.confirmEmail', output: { kind: 'confirmed' } },
    { type: 'xstate.done.actor.confirmEmail', output: { kind: 'changed', email } },
    {
      type: 'xstate.done.actor.confirmEmail',
      output: { kind: 'refused', reason: EXPIRED },
    },
    { type: 'xstate.done.actor.confirmEmail', output: { kind: 'loginRequired', email: OWN_EMAIL } },
    {
      type: 'xstate.error.actor.confirmEmail',
      error: { message: 'Firebase: Error (auth/network-request-failed).' },
    },
  ]

/** Walks that take every transition of the email confirmation machine. */
export const emailConfirmationWalks = (
  email = NEW_EMAIL,
  options?: TourOptions<EmailConfirmationContext>,
) => walksThrough(emailConfirmationMachine, casesOf(email), { input: { code: CODE }, ...options })
