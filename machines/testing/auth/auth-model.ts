import { expect } from 'vitest'
import type { User } from '#contract/identity/users.ts'
import { type AuthContext, authMachine } from '#machines/auth/auth-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { authFixture, parent } from './auth-walks.ts'

const MINUTE = 60_000
const CREDENTIALS = { email: parent.email, password: authFixture.password }

/** Takes a walk on the auth machine alone, and checks what it knows in each of its states. */
export const walkAuthMachine = modelOf(authMachine, drive)

function drive(model: MachineModel<typeof authMachine>): Expectations<typeof authMachine> {
  // Who is signed in, why the last session ended, and what the last failure said.
  let user: User | null = null
  let ended: AuthContext['ended'] = null
  let failure: string | null = null
  let code: string | null = null
  let phoneHint: string | null = null
  let googleChosen = 0

  const forgetFailure = () => {
    failure = null
  }
  function welcome(signedIn: User | null) {
    if (signedIn) [user, ended, failure, phoneHint] = [signedIn, null, null, null]
  }
  const knows = () => {
    const { message, ...rest } = model.context()
    expect(rest).toEqual({ user, ended, phoneHint, code: message === null ? null : code })
    return expect(message)
  }
  const knowsAsBefore = () => knows().toBe(failure)
  const knowsNoFailure = () => knows().toBeNull()
  const knowsFailure = () => {
    expect(failure).not.toBeNull()
    knows().toBe(failure)
  }

  /** The existing session is not started again. */
  const knowsUser = () => {
    knowsAsBefore()
    if (!user) throw new Error('No user is signed in')
    expect(model.can({ type: 'session.startedElsewhere', user })).toBe(false)
  }

  return {
    delays: { renewal: () => 50 * MINUTE, renewalRetry: () => MINUTE / 2 },
    onDone: (id, output) => {
      if (id === 'renewToken' && !output) ended = 'expired'
      if (['restoreSession', 'exchangeToken', 'renewToken'].includes(id)) {
        welcome(output as User | null)
      }
      if (['signInWithPassword', 'signInWithGoogle'].includes(id)) {
        phoneHint = (output as { phoneHint?: string }).phoneHint ?? phoneHint
      }
      if (id === 'signOut') [user, phoneHint] = [null, null]
    },
    onError: (id, { message, code: given = null }) => {
      if (id === 'signOut') [user, phoneHint] = [null, null]
      else if (id !== 'renewToken' && given !== 'auth/user-cancelled') {
        ;[failure, code] = [message, given]
      }
    },
    on: {
      'form.open': forgetFailure,
      'password.submit': forgetFailure,
      'google.choose': () => {
        forgetFailure()
        googleChosen += 1
      },
      'signUp.submit': forgetFailure,
      'reset.request': forgetFailure,
      'code.submit': forgetFailure,
      'code.resend': forgetFailure,
      'code.cancel': forgetFailure,
      retry: forgetFailure,
      logout: () => {
        ended = 'left'
      },
      'page.refuse': (event) => {
        ended = event.reason
      },
      'session.startedElsewhere': (event) => welcome(event.user),
      'session.endedElsewhere': () => {
        if (!user) failure = null
        ;[user, phoneHint] = [null, null]
      },
    },
    see: {
      'unknown.restoring': knowsNoFailure,
      'unknown.restoreFailed': knowsFailure,
      'guest.login.form.untouched': () => {
        knowsAsBefore()
        expect(model.context().user).toBeNull()
      },
      'guest.login.form.refused': knowsFailure,
      'guest.login.signingIn': () => {
        knowsNoFailure()
        expect(model.inputOf('signInWithPassword')).toEqual(CREDENTIALS)
      },
      'guest.login.signingInWithGoogle': () => {
        knowsNoFailure()
        // Each choice opens the window again.
        expect(model.timesCalled('signInWithGoogle')).toBe(googleChosen)
      },
      'guest.login.signingUp': () => {
        knowsNoFailure()
        expect(model.inputOf('signUp')).toEqual({ name: parent.name, ...CREDENTIALS })
      },
      'guest.login.sendingReset': () => {
        knowsNoFailure()
        expect(model.inputOf('sendPasswordReset')).toEqual({ email: parent.email })
      },
      'guest.login.resetSent': knowsNoFailure,
      'guest.secondFactor.sendingCode': () => {
        expect(phoneHint).toBe(authFixture.phoneHint)
        knowsNoFailure()
      },
      'guest.secondFactor.codeNotSent': knowsFailure,
      'guest.secondFactor.awaitingCode.untouched': knowsNoFailure,
      'guest.secondFactor.awaitingCode.refused': knowsFailure,
      'guest.secondFactor.confirmingCode': () => {
        knowsNoFailure()
        expect(model.inputOf('confirmCode')).toEqual({ code: '123456' })
      },
      'guest.exchanging': knowsNoFailure,
      'user.role.asking': () => {
        knowsNoFailure()
        expect(model.inputOf('askRole')).toEqual({ email: user?.email })
      },
      'user.role.unknown': knowsUser,
      'user.role.patient': knowsUser,
      'user.role.doctor': knowsUser,
      'user.role.staff': knowsUser,
      'user.role.admin': knowsUser,
      'user.token.fresh': knowsAsBefore,
      'user.token.renewing': knowsAsBefore,
      'user.token.renewalFailed': knowsAsBefore,
      'guest.signingOut': knowsAsBefore,
    },
  }
}
