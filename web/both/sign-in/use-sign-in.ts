import { useEffect, useState } from 'react'
import { waitFor } from 'xstate'
import type { LoginForm } from '#contract/identity/users.ts'
import type { AuthEvent, SignUp } from '#machines/auth/auth-machine.ts'
import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'

const NO_LOGIN: LoginForm = { email: '', password: '' }

function underWay(snapshot: AuthSnapshot): 'form' | 'google' | 'reset' | 'exchange' | null {
  if (snapshot.matches({ guest: { login: 'signingIn' } })) return 'form'
  if (snapshot.matches({ guest: { login: 'signingUp' } })) return 'form'
  if (snapshot.matches({ guest: { login: 'signingInWithGoogle' } })) return 'google'
  if (snapshot.matches({ guest: { login: 'sendingReset' } })) return 'reset'
  return snapshot.matches({ guest: 'exchanging' }) ? 'exchange' : null
}

const isStarting = (snapshot: AuthSnapshot) => snapshot.matches({ unknown: 'restoring' })
const isStarted = (snapshot: AuthSnapshot) => !isStarting(snapshot)

/**
 * Whether the machine accepts the event now, or will once the session is restored: the forms are shown
 * earlier.
 */
const canSoon = (snapshot: AuthSnapshot, event: AuthEvent) =>
  isStarting(snapshot) || snapshot.can(event)

/** What the login and sign-up forms share: possible events, the present step, the failure. */
export function useSignIn() {
  const auth = Auth.useActorRef()
  const step = Auth.useSelector(underWay)
  const canSubmit = Auth.useSelector((snapshot) =>
    canSoon(snapshot, { type: 'password.submit', form: NO_LOGIN }),
  )
  const canChooseGoogle = Auth.useSelector((snapshot) =>
    canSoon(snapshot, { type: 'google.choose' }),
  )
  const problem = useProblem({ guest: { login: { form: 'refused' } } })
  // Both continue with the exchange with our server, which is shown on the control that started it.
  const [way, setWay] = useState<'form' | 'google'>('form')

  // The provider may notice only after seconds that its window was closed; this window gets the focus at
  // once.
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    const onFocus = () => setIsBack(true)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])

  function send(event: AuthEvent) {
    if (!isStarting(auth.getSnapshot())) auth.send(event)
    // Rejects when the page is left.
    else
      waitFor(auth, isStarted).then(
        () => auth.send(event),
        () => undefined,
      )
  }

  return {
    canSubmit,
    canChooseGoogle,
    problem,
    /** The form's own button is busy. */
    submitting: step === 'form' || (step === 'exchange' && way === 'form'),
    /** Google's window is open. */
    googleOpen: step === 'google' && !isBack,
    /** Google's window is closed; the exchange with our server is under way. */
    googleBusy: step === 'exchange' && way === 'google',
    sendingReset: step === 'reset',
    logIn(form: LoginForm) {
      setWay('form')
      send({ type: 'password.submit', form })
    },
    signUp(form: SignUp) {
      setWay('form')
      send({ type: 'signUp.submit', form })
    },
    continueWithGoogle() {
      setWay('google')
      setIsBack(false)
      send({ type: 'google.choose' })
    },
    requestReset(email: string) {
      send({ type: 'reset.request', email })
    },
  }
}

/** Why the last attempt failed, while the machine is in that state. */
export function useProblem(state: Parameters<AuthSnapshot['matches']>[0]) {
  const message = Auth.useSelector((snapshot) =>
    snapshot.matches(state) ? snapshot.context.message : null,
  )
  const code = Auth.useSelector(({ context }) => context.code)
  return message === null ? null : { message, code }
}

export type SignIn = ReturnType<typeof useSignIn>
