import { useState } from 'react'
import type { Identity, SignInResult } from '../../lib/identity/port.ts'
import type { CodeFormStep } from '../auth/code-form.tsx'
import { loadIdentity } from '../auth/identity.ts'
import { explain } from './failure.ts'

type Again =
  | { at: 'asking'; doing: 'password' | 'google' | null; message: string | null }
  | { at: 'code'; step: CodeFormStep; phone: string; message: string | null }

/** Logging in once more, with the second factor's code where there is one; then `onDone`. */
export function useLoginAgain(onDone: () => void) {
  const [state, setState] = useState<Again>({ at: 'asking', doing: null, message: null })

  async function prove(
    doing: 'password' | 'google',
    call: (identity: Identity) => Promise<SignInResult>,
  ) {
    setState({ at: 'asking', doing, message: null })
    try {
      const identity = await loadIdentity()
      const result = await call(identity)
      if (result.kind === 'signedIn') onDone()
      else await sendCode(result.phoneHint)
    } catch (error) {
      setState({ at: 'asking', doing: null, message: explain(error) })
    }
  }

  async function sendCode(phone: string) {
    setState({ at: 'code', step: 'sending', phone, message: null })
    try {
      const identity = await loadIdentity()
      await identity.sendSecondFactorCode()
      setState({ at: 'code', step: 'awaiting', phone, message: null })
    } catch (error) {
      setState({ at: 'code', step: 'notSent', phone, message: explain(error) })
    }
  }

  return {
    state,
    submitPassword: (password: string) =>
      prove('password', (identity) => identity.reauthenticate({ password })),
    continueWithGoogle: () =>
      void prove('google', (identity) => identity.reauthenticateWithGoogle()),
    resendCode() {
      if (state.at === 'code') void sendCode(state.phone)
    },
    async submitCode(code: string) {
      if (state.at !== 'code') return
      const { phone } = state
      setState({ at: 'code', step: 'confirming', phone, message: null })
      try {
        const identity = await loadIdentity()
        await identity.confirmSecondFactorCode({ code })
        onDone()
      } catch (error) {
        setState({ at: 'code', step: 'awaiting', phone, message: explain(error) })
      }
    },
  }
}

export type AgainControls = ReturnType<typeof useLoginAgain>
