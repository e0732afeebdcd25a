import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { Role } from '#contract/identity/users.ts'
import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'
import { FROM_PARAMETER } from '#web/both/sign-in/from-parameter.ts'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/account/session.ts'
import { RestoreFailed, SessionSpinner } from '../session/session-screens.tsx'
import { CodeStep } from './code-step.tsx'
import { useSignInState } from './use-sign-in-state.ts'

function placeOf(snapshot: AuthSnapshot) {
  if (snapshot.matches({ unknown: 'restoring' }) || snapshot.matches({ guest: 'signingOut' }))
    return 'waiting'
  if (snapshot.matches({ unknown: 'restoreFailed' })) return 'failed'
  if (snapshot.matches('user')) return 'signedIn'
  if (snapshot.matches({ guest: 'secondFactor' })) return 'code'
  // The exchange is shown on the screen where it began.
  return snapshot.matches({ guest: 'exchanging' }) ? 'same' : 'form'
}

/** Where users begin: staff with the agenda, doctors with their day. */
const FIRST_PAGES: Record<Role, string> = {
  admin: '/',
  staff: '/dashboard/agenda',
  doctor: '/dashboard/day',
  patient: '/',
}

/**
 * Shows the login or sign-up form in `children`, or the code step of a login. Users who are logged
 * in are redirected to the page they came for, or home.
 */
export function SignInGate({ children }: { children: ReactNode }) {
  const auth = Auth.useActorRef()
  const role = useSession()?.user.role ?? 'patient'
  const { pathname, search } = useLocation()
  const { from } = useSignInState()
  const fromAddress = new URLSearchParams(search).get(FROM_PARAMETER)
  const place = Auth.useSelector(placeOf)
  // The form is server-rendered; it stays while there is no session to restore.
  const restoring = Auth.useSelector((snapshot) => snapshot.matches({ unknown: 'restoring' }))
  const nothingToRestore = useSession() === null && restoring
  const [step, setStep] = useState<'form' | 'code'>('form')
  if ((place === 'form' || place === 'code') && place !== step) setStep(place)

  useEffect(() => auth.send({ type: 'form.open' }), [auth])

  // Moves it from the visible address to the location's state, where other pages keep it.
  const navigate = useNavigate()
  useEffect(() => {
    if (fromAddress === null) return
    void navigate(pathname, { replace: true, state: { from: fromAddress } })
  }, [fromAddress, pathname, navigate])

  useFromInOtherLanguages(from)

  if (place === 'waiting' && !nothingToRestore) return <SessionSpinner />
  if (place === 'failed') return <RestoreFailed />
  if (place === 'signedIn') {
    return (
      <>
        {fromAddress === null && <Navigate to={from ?? FIRST_PAGES[role]} replace />}
        <PageSpinner label={words.loggedIn} />
      </>
    )
  }
  return step === 'code' ? <CodeStep /> : children
}

/** Adds the address to return to, which is not in this page's address, to links to this page in other languages. */
function useFromInOtherLanguages(from: string | undefined) {
  useEffect(() => {
    if (from === undefined) return
    const parameter = new URLSearchParams({ [FROM_PARAMETER]: from })
    function addFrom({ target }: MouseEvent) {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
      if (link) link.search = String(parameter)
    }
    document.addEventListener('click', addFrom)
    return () => document.removeEventListener('click', addFrom)
  }, [from])
}
