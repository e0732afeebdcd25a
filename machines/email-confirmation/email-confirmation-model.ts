import { expect } from 'vitest'
import { type MachineModel, walkMachine } from '../testing/machine-model.ts'
import type { Driver, Walk } from '../testing/tours.ts'
import { emailConfirmationMachine } from './email-confirmation-machine.ts'
import { CODE, EXPIRED, NEW_EMAIL } from './email-confirmation-walks.ts'

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkEmailConfirmationMachine = (
  walk: Walk,
  machine = emailConfirmationMachine,
): Promise<void> => walkMachine(machine, walk, { input: { code: CODE } }, drive)

function drive({
  send,
  server,
  context,
  inputOf,
}: MachineModel<typeof emailConfirmationMachine>): Driver<typeof emailConfirmationMachine> {
  const knowsMessage = (message: string | null) =>
    expect(context()).toEqual({ code: CODE, email: null, message })
  return {
    server,
    do: { retry: send },
    see: {
      confirming: () => {
        knowsMessage(null)
        expect(inputOf('confirmEmail')).toEqual({ code: CODE })
      },
      failed: () => knowsMessage('Firebase: Error (auth/network-request-failed).'),
      linkRefused: () => knowsMessage(EXPIRED),
      loginRequired: () => knowsMessage(null),
      confirmed: () => knowsMessage(null),
      changed: () => expect(context()).toEqual({ code: CODE, email: NEW_EMAIL, message: null }),
    },
  }
}
