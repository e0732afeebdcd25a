import { expect } from 'vitest'
import { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { CODE, EXPIRED, NEW_EMAIL, OWN_EMAIL } from './email-confirmation-walks.ts'

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkEmailConfirmationMachine = modelOf(emailConfirmationMachine, drive, {
  code: CODE,
})

function drive({
  context,
  inputOf,
}: MachineModel<typeof emailConfirmationMachine>): Expectations<typeof emailConfirmationMachine> {
  const knowsMessage = (message: string | null) =>
    expect(context()).toEqual({ code: CODE, email: null, message })
  return {
    see: {
      confirming: () => {
        knowsMessage(null)
        expect(inputOf('confirmEmail')).toEqual({ code: CODE })
      },
      failed: () => knowsMessage('Firebase: Error (auth/network-request-failed).'),
      linkRefused: () => knowsMessage(EXPIRED),
      loginRequired: () =>
        expect(context()).toEqual({ code: CODE, email: OWN_EMAIL, message: null }),
      confirmed: () => knowsMessage(null),
      changed: () => expect(context()).toEqual({ code: CODE, email: NEW_EMAIL, message: null }),
    },
  }
}
