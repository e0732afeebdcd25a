import {
  type EmailConfirmationContext,
  emailConfirmationMachine,
} from '#machines/email-confirmation/email-confirmation-machine.ts'
import { type Cases, done, failed, type TourOptions, walksThrough } from '../tours.ts'

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
    ...done(
      'confirmEmail',
      { kind: 'confirmed' },
      { kind: 'changed', email },
      { kind: 'refused', reason: EXPIRED },
      { kind: 'loginRequired', email: OWN_EMAIL },
    ),
    ...failed('confirmEmail', { message: 'Firebase: Error (auth/network-request-failed).' }),
  ]

/** Walks that take every transition of the email confirmation machine. */
export const emailConfirmationWalks = (
  email = NEW_EMAIL,
  options?: TourOptions<EmailConfirmationContext>,
) => walksThrough(emailConfirmationMachine, casesOf(email), { input: { code: CODE }, ...options })
