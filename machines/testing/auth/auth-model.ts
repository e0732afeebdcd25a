import { expect } from 'vitest'
import type { User } from '#contract/identity/users.ts'
import { type AuthContext, authMachine } from '#machines/auth/auth-machine.ts'
import { type MachineModel, modelOf } from '../machine-model.ts'
import type { Case, Driver } from '../tours.ts'
import { authFixture, parent } from './auth-walks.ts'

const MINUTE = 60_000
const CREDENTIALS = { email: parent.email, password: authFixture.password }
const DELAYS = { renewal: () => 50 * MINUTE, renewalRetry: () => MINUTE / 2 }

/** Takes a walk on the auth machine alone, and checks what it knows in each of its states. */
export const walkAuthMachine = modelOf(authMachine, { delays: DELAYS }, drive)

function drive(model: MachineModel<typeof authMachine>): Driver<typeof authMachine> {
  const { send, server } = model
  // Who is signed in, why the last session ended, and what the last failure said.
  let user: User | null = null
  let ended: AuthContext['ended'] = null
  let failure: string | null = null
  let code: string | null = null
  let phoneHint: string | null = null
  let googleChosen = 0

  const sendAndForget = (event: Case) => {
    send(event)
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

  /** The session that lasts is not started again. */
  const knowsUser = () => {
    knowsAsBefore()
    if (!user) throw new Error('No user is signed in')
    expect(model.can({ type: 'session.startedElsewhere', user })).toBe(false)
  }

  return {
    server: {
      ...server,
      succeed: (id, output, moment) => {
        if (id === 'renewToken' && !output) ended = 'expired'
        if (['restoreSession', 'exchangeToken', 'renewToken'].includes(id)) {
          welcome(output as User | null)
        }
        if (['signInWithPassword', 'signInWithGoogle'].includes(id)) {
          phoneHint = (output as { phoneHint?: string }).phoneHint ?? phoneHint
        }
        if (id === 'signOut') [user, phoneHint] = [null, null]
        return server.succeed(id, output, moment)
      },
      fail: (id, error, moment) => {
        if (id === 'signOut') [user, phoneHint] = [null, null]
        else if (id !== 'renewToken') {
          const { message, code: given = null } = error as { message: string; code?: string }
          if (given !== 'auth/user-cancelled') [failure, code] = [message, given]
        }
        return server.fail(id, error, moment)
      },
    },
    do: {
      'form.open': sendAndForget,
      'password.submit': sendAndForget,
      'google.choose': (event) => {
        sendAndForget(event)
        googleChosen += 1
      },
      'signUp.submit': sendAndForget,
      'reset.request': sendAndForget,
      'reset.acknowledge': send,
      'code.submit': sendAndForget,
      'code.resend': sendAndForget,
      'code.cancel': sendAndForget,
      retry: sendAndForget,
      logout: (event) => {
        send(event)
        ended = 'left'
      },
      'page.refuse': (event) => {
        send(event)
        ended = event.reason
      },
      'session.expired': send,
      'session.startedElsewhere': (event) => {
        send(event)
        welcome(event.user)
      },
      'session.endedElsewhere': (event) => {
        send(event)
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
