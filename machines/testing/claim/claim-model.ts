import { expect } from 'vitest'
import { type ClaimAnswer, type ClaimContext, claimMachine } from '#machines/claim/claim-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { BIRTH_DATE, claimToken } from './claim-walks.ts'

/** Takes a walk on the claim machine alone, and checks what it knows in each of its states. */
export const walkClaimMachine = modelOf(claimMachine, drive, { token: claimToken })

function drive(model: MachineModel<typeof claimMachine>): Expectations<typeof claimMachine> {
  const context: ClaimContext = {
    token: claimToken,
    kind: null,
    triesLeft: null,
    claimed: null,
    message: null,
  }
  const knows = () => expect(model.context()).toEqual(context)
  const knowsKind = (kind: ClaimAnswer['kind']) => () => {
    knows()
    expect(context.kind).toBe(kind)
  }
  const knowsFailure = () => {
    knows()
    expect(context.message).not.toBeNull()
  }
  const asks = (id: string, more: object = {}) => {
    knows()
    expect(model.inputOf(id)).toEqual({ token: claimToken, ...more })
  }

  return {
    onEvent: () => {
      context.message = null
    },
    onDone: (_, output) => {
      const answer = output as ClaimAnswer
      // The page asks for the address first, and the claim stays as it was.
      if (answer.kind === 'unverified') return
      context.kind = answer.kind
      if ('triesLeft' in answer) context.triesLeft = answer.triesLeft
      if ('message' in answer) context.message = answer.message
      if (answer.kind === 'done') context.claimed = answer.claimed
    },
    onError: (_, error) => {
      context.message = error.message
    },
    see: {
      loading: () => asks('loadClaim'),
      loadFailed: knowsFailure,
      login: knowsKind('guest'),
      'unverified.untouched': knows,
      'unverified.unconfirmed': knows,
      'unverified.failed': knowsFailure,
      checkingEmail: () => asks('checkEmail'),
      'proving.untouched': knowsKind('valid'),
      'proving.wrong': () => {
        knowsKind('wrongDate')()
        knowsFailure()
      },
      'proving.refused': knowsFailure,
      confirming: () => asks('proveClaim', { birthDate: BIRTH_DATE }),
      done: knowsKind('done'),
      conflict: () => {
        knowsKind('conflict')()
        knowsFailure()
      },
      used: knowsKind('used'),
      failed: knowsKind('failed'),
      expired: knowsKind('expired'),
      replaced: knowsKind('replaced'),
      notFound: knowsKind('notFound'),
    },
  }
}
