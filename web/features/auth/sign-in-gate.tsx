import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { PageSpinner } from '../../components/loading.tsx'
import { useSession } from '../../lib/session.ts'
import { Auth, type AuthSnapshot } from './auth-context.ts'
import { CodeStep } from './code-step.tsx'
import { signInState } from './origin.ts'
import { RestoreFailed } from './restore-failed.tsx'
import { Waiting } from './waiting.tsx'

function placeOf(snapshot: AuthSnapshot) {
  if (snapshot.matches('restoring') || snapshot.matches('signingOut')) return 'waiting'
  if (snapshot.matches('restoreFailed')) return 'failed'
  if (snapshot.matches('signedIn')) return 'signedIn'
  if (snapshot.matches('secondFactor')) return 'code'
  // The exchange stays on the screen that it began on.
  return snapshot.matches('exchanging') ? 'same' : 'form'
}

/**
 * Shows the login or sign-up form in `children` to whoever is not signed in, the code step to
 * whoever needs one, and sends the others on to where they wanted to be, or home.
 */
export function SignInGate({ children }: { children: ReactNode }) {
  const auth = Auth.useActorRef()
  const { from = '/' } = signInState(useLocation().state)
  const place = Auth.useSelector(placeOf)
  // The form is prerendered: it must not go away for the moment in which there is nobody to find.
  const restoring = Auth.useSelector((snapshot) => snapshot.matches('restoring'))
  const nobodyToRestore = useSession() === null && restoring
  const [step, setStep] = useState<'form' | 'code'>('form')
  if ((place === 'form' || place === 'code') && place !== step) setStep(place)

  useEffect(() => auth.send({ type: 'form.open' }), [auth])

  if (place === 'waiting' && !nobodyToRestore) return <Waiting />
  if (place === 'failed') return <RestoreFailed />
  if (place === 'signedIn') {
    return (
      <>
        <Navigate to={from} replace />
        <PageSpinner label="You’re logged in" />
      </>
    )
  }
  return step === 'code' ? <CodeStep /> : children
}
