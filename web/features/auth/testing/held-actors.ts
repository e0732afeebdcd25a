import { act } from '@testing-library/react'
import { fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'
import type { AdminResponse, LoginForm, SignUpForm, User } from '../../../../contract/users.ts'
import {
  type AuthEvent,
  authMachine,
  type SignInResult,
} from '../../../../machines/auth/auth-machine.ts'
import type { Case } from '../../../../machines/testing/paths.ts'
import { clearSession, saveSession } from '../../../lib/session.ts'
import { watchSession } from '../watch-session.ts'

type Port = Exclude<
  keyof NonNullable<Parameters<typeof authMachine.provide>[0]['actors']>,
  'watchSession'
>

/** Keeps the session as the real actors do before they resolve. */
export function keepSession(user: User, accessToken: string = crypto.randomUUID()) {
  saveSession({ accessToken, user })
}

/**
 * The provider and the server, as far as the auth machine knows them: calls that wait until the
 * test answers them. What happens in other tabs is watched for real.
 */
export function heldActors(machine: typeof authMachine = authMachine) {
  const held = new Map<Port, PromiseWithResolvers<unknown>[]>()

  function hold<Output, Input = NonReducibleUnknown>(port: Port, onCall?: () => void) {
    return fromPromise<Output, Input>(({ signal }) => {
      onCall?.()
      const call = Promise.withResolvers<unknown>()
      held.set(port, [...(held.get(port) ?? []), call])
      // The machine has left the state that made the call.
      signal.addEventListener('abort', () => {
        held.set(port, held.get(port)?.filter((one) => one !== call) ?? [])
      })
      return call.promise as Promise<Output>
    })
  }

  function settle(port: Port, how: (call: PromiseWithResolvers<unknown>) => void) {
    const call = held.get(port)?.shift()
    if (!call) throw new Error(`${port} was not called`)
    return act(async () => how(call))
  }

  return {
    logic: machine.provide({
      actors: {
        watchSession: fromCallback<AuthEvent>(({ sendBack }) => watchSession(sendBack)),
        restoreSession: hold<User | null>('restoreSession'),
        signInWithPassword: hold<SignInResult, LoginForm>('signInWithPassword'),
        signInWithGoogle: hold<SignInResult>('signInWithGoogle'),
        signUp: hold<SignInResult, SignUpForm>('signUp'),
        sendPasswordReset: hold<void, { email: string }>('sendPasswordReset'),
        sendCode: hold<void>('sendCode'),
        confirmCode: hold<SignInResult, { code: string }>('confirmCode'),
        exchangeToken: hold<User>('exchangeToken'),
        askRole: hold<AdminResponse, { email: string }>('askRole'),
        renewToken: hold<User | null>('renewToken'),
        // The real one clears the session first, then logs out at the provider.
        signOut: hold<void>('signOut', clearSession),
      },
    }),
    /** How many calls of the port the machine is waiting for. */
    waiting: (port: Port) => held.get(port)?.length ?? 0,
    succeed: (port: Port) => (event: Case) => settle(port, (call) => call.resolve(event.output)),
    fail: (port: Port) => (event: Case) => settle(port, (call) => call.reject(event.error)),
  }
}

export type HeldActors = ReturnType<typeof heldActors>
