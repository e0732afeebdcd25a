import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { User } from '../../contract/users.ts'
import { type Case, type Path, walk } from '../testing/paths.ts'
import { type Run, runAlone } from '../testing/run-model.ts'
import { type AuthContext, authMachine } from './auth-machine.ts'
import { type AuthDriver, parent } from './auth-paths.ts'

const MINUTE = 60_000
const CREDENTIALS = { email: parent.email, password: 'parent123' }
const PHONE = '+*******0100'

/** Walks a path on the auth machine alone, and looks at what it knows in each of its states. */
export async function walkAuthAlone(
  path: Path,
  machine: AnyStateMachine = authMachine,
): Promise<void> {
  const run = runAlone<AuthContext>(machine)
  try {
    await walk(path, driveAlone(run))
  } finally {
    run.stop()
  }
}

function driveAlone(run: Run<AuthContext>): AuthDriver {
  // Who is signed in, why nobody is any more, and what the last failure said.
  let user: User | null = null
  let ended: AuthContext['ended'] = null
  let failure: string | null = null
  let phoneHint: string | null = null
  let googleChosen = 0

  const doing = (after: () => void) => (event: Case) => {
    run.send(event)
    after()
  }
  const forget = doing(() => {
    failure = null
  })
  function welcome(somebody: User | null) {
    if (somebody) [user, ended, failure, phoneHint] = [somebody, null, null, null]
  }
  const welcoming = (id: string) => async (event: Case) => {
    welcome(event.output as User | null)
    await run.succeed(id)(event)
  }
  const failing = (id: string) => async (event: Case) => {
    failure = (event.error as { message: string }).message
    await run.fail(id)(event)
  }
  const attempting = (id: string) => async (event: Case) => {
    phoneHint = (event.output as { phoneHint?: string }).phoneHint ?? null
    await run.succeed(id)(event)
  }
  const leaving = async (event: Case, answer: (event: Case) => Promise<void>) => {
    ;[user, phoneHint] = [null, null]
    await answer(event)
  }
  const knows = () => {
    const { message, ...rest } = run.context()
    expect(rest).toEqual({ user, ended, phoneHint })
    return expect(message)
  }
  const knowsAsBefore = () => knows().toBe(failure)
  const knowsNoFailure = () => knows().toBeNull()
  const knowsFailure = () => {
    expect(failure).not.toBeNull()
    knows().toBe(failure)
  }

  return {
    do: {
      'form.open': forget,
      'password.submit': forget,
      'google.choose': (event) => {
        forget(event)
        googleChosen += 1
      },
      'signUp.submit': forget,
      'reset.request': forget,
      'reset.acknowledge': run.send,
      'code.submit': forget,
      'code.resend': forget,
      'code.cancel': forget,
      retry: forget,
      logout: doing(() => {
        ended = 'left'
      }),
      'page.refuse': doing(() => {
        ended = 'refused'
      }),
      'session.expired': run.send,
      'session.startedElsewhere': (event) => {
        run.send(event)
        welcome(event.user as User)
      },
      'session.endedElsewhere': doing(() => {
        if (!user) failure = null
        ;[user, phoneHint] = [null, null]
      }),
      'xstate.done.actor.restoreSession': welcoming('restoreSession'),
      'xstate.error.actor.restoreSession': failing('restoreSession'),
      'xstate.done.actor.signInWithPassword': attempting('signInWithPassword'),
      'xstate.error.actor.signInWithPassword': failing('signInWithPassword'),
      'xstate.done.actor.signInWithGoogle': attempting('signInWithGoogle'),
      'xstate.error.actor.signInWithGoogle': failing('signInWithGoogle'),
      'xstate.done.actor.signUp': run.succeed('signUp'),
      'xstate.error.actor.signUp': failing('signUp'),
      'xstate.done.actor.sendPasswordReset': run.succeed('sendPasswordReset'),
      'xstate.error.actor.sendPasswordReset': failing('sendPasswordReset'),
      'xstate.done.actor.sendCode': run.succeed('sendCode'),
      'xstate.error.actor.sendCode': failing('sendCode'),
      'xstate.done.actor.confirmCode': run.succeed('confirmCode'),
      'xstate.error.actor.confirmCode': failing('confirmCode'),
      'xstate.done.actor.exchangeToken': welcoming('exchangeToken'),
      'xstate.error.actor.exchangeToken': failing('exchangeToken'),
      'xstate.done.actor.askRole': run.succeed('askRole'),
      'xstate.error.actor.askRole': failing('askRole'),
      'xstate.done.actor.renewToken': async (event) => {
        if (!event.output) ended = 'expired'
        await welcoming('renewToken')(event)
      },
      'xstate.error.actor.renewToken': run.fail('renewToken'),
      'xstate.done.actor.signOut': (event) => leaving(event, run.succeed('signOut')),
      'xstate.error.actor.signOut': (event) => leaving(event, run.fail('signOut')),
      'xstate.after.renewal.auth.signedIn.token.fresh': run.wait(() => 50 * MINUTE),
      'xstate.after.renewalRetry.auth.signedIn.token.renewalFailed': run.wait(() => MINUTE / 2),
    },
    see: run.see({
      restoring: knowsNoFailure,
      restoreFailed: knowsFailure,
      'signedOut.form.untouched': () => {
        knowsAsBefore()
        expect(run.context().user).toBeNull()
      },
      'signedOut.form.refused': knowsFailure,
      'signedOut.signingIn': () => {
        knowsNoFailure()
        expect(run.asked('signInWithPassword')).toEqual(CREDENTIALS)
      },
      'signedOut.signingInWithGoogle': () => {
        knowsNoFailure()
        // Each choice opens the window anew.
        expect(run.times('signInWithGoogle')).toBe(googleChosen)
      },
      'signedOut.signingUp': () => {
        knowsNoFailure()
        expect(run.asked('signUp')).toEqual({ name: parent.name, ...CREDENTIALS })
      },
      'signedOut.sendingReset': () => {
        knowsNoFailure()
        expect(run.asked('sendPasswordReset')).toEqual({ email: parent.email })
      },
      'signedOut.resetSent': knowsNoFailure,
      'secondFactor.sendingCode': () => {
        expect(phoneHint).toBe(PHONE)
        knowsNoFailure()
      },
      'secondFactor.codeNotSent': knowsFailure,
      'secondFactor.awaitingCode.untouched': knowsNoFailure,
      'secondFactor.awaitingCode.refused': knowsFailure,
      'secondFactor.confirmingCode': () => {
        knowsNoFailure()
        expect(run.asked('confirmCode')).toEqual({ code: '123456' })
      },
      exchanging: knowsNoFailure,
      'signedIn.role.asking': () => {
        knowsNoFailure()
        expect(run.asked('askRole')).toEqual({ email: user?.email })
      },
      'signedIn.role.unknown': () => {
        knowsAsBefore()
      },
      'signedIn.role.patient': knowsAsBefore,
      'signedIn.role.admin': knowsAsBefore,
      'signedIn.token.fresh': knowsAsBefore,
      'signedIn.token.renewing': knowsAsBefore,
      'signedIn.token.renewalFailed': knowsAsBefore,
      signingOut: knowsAsBefore,
    }),
  }
}
