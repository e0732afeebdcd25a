import { useState } from 'react'
import type { LoginForm, SignUpForm } from '../../server/contract/users.ts'
import { Auth, type AuthSnapshot } from './auth-context.ts'

const NO_LOGIN: LoginForm = { email: '', password: '' }

function underWay(snapshot: AuthSnapshot): 'form' | 'google' | 'reset' | 'exchange' | null {
  if (snapshot.matches({ signedOut: 'signingIn' })) return 'form'
  if (snapshot.matches({ signedOut: 'signingUp' })) return 'form'
  if (snapshot.matches({ signedOut: 'signingInWithGoogle' })) return 'google'
  if (snapshot.matches({ signedOut: 'sendingReset' })) return 'reset'
  return snapshot.matches('exchanging') ? 'exchange' : null
}

/** What the login and the sign-up form have in common: what may be done, is being done, went wrong. */
export function useSignIn() {
  const auth = Auth.useActorRef()
  const step = Auth.useSelector(underWay)
  const canSubmit = Auth.useSelector((snapshot) =>
    snapshot.can({ type: 'password.submit', form: NO_LOGIN }),
  )
  const canChooseGoogle = Auth.useSelector((snapshot) => snapshot.can({ type: 'google.choose' }))
  const message = Auth.useSelector((snapshot) =>
    snapshot.matches({ signedOut: { form: 'refused' } }) ? snapshot.context.message : null,
  )
  // The exchange with our server follows both ways of signing in; it shows where it began.
  const [way, setWay] = useState<'form' | 'google'>('form')

  return {
    canSubmit,
    canChooseGoogle,
    message,
    /** The form's own button has something under way. */
    submitting: step === 'form' || (step === 'exchange' && way === 'form'),
    /** Google's window is open. */
    googleOpen: step === 'google',
    /** Google has said who it is; our server is asked. */
    googleBusy: step === 'exchange' && way === 'google',
    sendingReset: step === 'reset',
    logIn(form: LoginForm) {
      setWay('form')
      auth.send({ type: 'password.submit', form })
    },
    signUp(form: SignUpForm) {
      setWay('form')
      auth.send({ type: 'signUp.submit', form })
    },
    continueWithGoogle() {
      setWay('google')
      auth.send({ type: 'google.choose' })
    },
    requestReset(email: string) {
      auth.send({ type: 'reset.request', email })
    },
  }
}

export type SignIn = ReturnType<typeof useSignIn>
