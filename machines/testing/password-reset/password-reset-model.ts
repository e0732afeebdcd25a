import { expect } from 'vitest'
import {
  type PasswordResetContext,
  passwordResetMachine,
} from '#machines/password-reset/password-reset-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { EXPIRED, OFFLINE, PASSWORD, passwordResetFixture, WEAK } from './password-reset-walks.ts'

const { code, email: account } = passwordResetFixture

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkPasswordResetMachine = modelOf(passwordResetMachine, drive, { code })

function drive({
  context,
  inputOf,
  emitted,
}: MachineModel<typeof passwordResetMachine>): Expectations<typeof passwordResetMachine> {
  // The link may turn out to be refused before or after the account is known.
  let email = ''
  const knows = (facts: Partial<PasswordResetContext>) =>
    expect(context()).toEqual({ code, email, reason: null, message: null, ...facts })
  return {
    onDone: (id, output) => {
      if (id === 'checkLink') email = (output as { email?: string }).email ?? ''
    },
    see: {
      checkingLink: () => {
        knows({})
        expect(inputOf('checkLink')).toEqual({ code })
      },
      checkFailed: () => knows({ message: OFFLINE }),
      'choosingPassword.untouched': () => {
        knows({})
        expect(email).toBe(account)
      },
      'choosingPassword.refused': () => knows({ message: WEAK }),
      changingPassword: () => {
        knows({})
        expect(inputOf('changePassword')).toEqual({ code, password: PASSWORD })
      },
      changed: () => {
        knows({})
        expect(emitted).toEqual(['password.changed'])
      },
      'linkRefused.form.untouched': () => knows({ reason: EXPIRED }),
      'linkRefused.form.failed': () => knows({ reason: EXPIRED, message: OFFLINE }),
      'linkRefused.sendingLink': () => {
        knows({ reason: EXPIRED })
        expect(inputOf('sendLink')).toEqual({ email: account })
      },
      'linkRefused.linkSent': () => knows({ reason: EXPIRED }),
    },
  }
}
