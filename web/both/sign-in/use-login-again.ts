import { useState } from 'react'
import { explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import type { Identity, SignInResult } from '#web/lib/identity/identity-adapter.ts'
import type { CodeFormStep } from './code-form.tsx'

type LoginState =
  | { at: 'asking'; doing: 'password' | 'google' | null; message: string | null }
  | { at: 'code'; step: CodeFormStep; phone: string; message: string | null }

/** Logs the user in again, with the code of the second factor if there is one, then calls `onDone`. */
export function useLoginAgain(onDone: () => void) {
  const [state, setState] = useState<LoginState>({ at: 'asking', doing: null, message: null })

  async function authenticate(
    doing: 'password' | 'google',
    call: (identity: Identity) => Promise<SignInResult>,
  ) {
    setState({ at: 'asking', doing, message: null })
    try {
      const result = await call(await loadIdentity())
      if (result.kind === 'signedIn') onDone()
      else await sendCode(result.phoneHint)
    } catch (error) {
      setState({ at: 'asking', doing: null, message: explain(error) })
    }
  }

  async function sendCode(phone: string) {
    setState({ at: 'code', step: 'sending', phone, message: null })
    try {
      await (await loadIdentity()).sendSecondFactorCode()
      setState({ at: 'code', step: 'awaiting', phone, message: null })
    } catch (error) {
      setState({ at: 'code', step: 'notSent', phone, message: explain(error) })
    }
  }

  return {
    state,
    submitPassword: (password: string) =>
      authenticate('password', (identity) => identity.reauthenticate({ password })),
    continueWithGoogle: () =>
      void authenticate('google', (identity) => identity.reauthenticateWithGoogle()),
    resendCode() {
      if (state.at === 'code') void sendCode(state.phone)
    },
    async submitCode(code: string) {
      if (state.at !== 'code') return
      const { phone } = state
      setState({ at: 'code', step: 'confirming', phone, message: null })
      try {
        await (await loadIdentity()).confirmSecondFactorCode({ code })
        onDone()
      } catch (error) {
        setState({ at: 'code', step: 'awaiting', phone, message: explain(error) })
      }
    },
  }
}

export type LoginAgain = ReturnType<typeof useLoginAgain>
