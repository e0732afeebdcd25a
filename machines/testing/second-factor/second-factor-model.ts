import { expect } from 'vitest'
import { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { CODE, OFFLINE, PHONE, WRONG_CODE } from './second-factor-walks.ts'

/** Takes a walk on the machine without screens, and checks what it knows in each of its states. */
export const walkSecondFactorMachine = modelOf(secondFactorMachine, drive)

function drive({
  context,
  inputOf,
  emitted,
}: MachineModel<typeof secondFactorMachine>): Expectations<typeof secondFactorMachine> {
  let phone = ''
  const expected: string[] = []
  const knows = (message: string | null) => expect(context()).toEqual({ phone, message })
  const asks = (id: string, input?: unknown) => {
    knows(null)
    expect(inputOf(id)).toEqual(input)
  }
  return {
    onDone: (id) => {
      if (id === 'confirmCode') expected.push('phone.enrolled', 'enrollment.closed')
    },
    on: {
      'enrollment.cancel': () => expected.push('enrollment.closed'),
      'phone.submit': () => {
        phone = PHONE
      },
    },
    see: {
      closed: () => expect(emitted).toEqual(expected),
      'confirmingEmail.emailUnsent.untouched': () => knows(null),
      'confirmingEmail.emailUnsent.failed': () => knows(OFFLINE),
      'confirmingEmail.sendingEmail': () => asks('sendEmail'),
      'confirmingEmail.emailSent.untouched': () => knows(null),
      'confirmingEmail.emailSent.unconfirmed': () => knows(null),
      'confirmingEmail.emailSent.failed': () => knows(OFFLINE),
      'confirmingEmail.checkingEmail': () => asks('checkEmail'),
      'choosingPhone.untouched': () => knows(null),
      'choosingPhone.refused': () => knows(OFFLINE),
      sendingFirstCode: () => asks('sendFirstCode', { phone: PHONE }),
      'enteringCode.awaitingCode.untouched': () => knows(null),
      'enteringCode.awaitingCode.refused': () => knows(WRONG_CODE),
      'enteringCode.sendingCode': () => asks('sendCode', { phone: PHONE }),
      'enteringCode.codeNotSent': () => knows(OFFLINE),
      'enteringCode.confirmingCode': () => asks('confirmCode', { code: CODE }),
    },
  }
}
