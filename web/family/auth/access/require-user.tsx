import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom'
import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'
import { hasLock } from '#web/both/session/has-lock.ts'
import { returningTo, type SessionEnd } from '#web/both/sign-in/origin.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import QueryProvider from '#web/lib/api/query-provider.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/account/session.ts'
import { endOfSession } from '../session/session-end.ts'
import { RestoreFailed, SessionSpinner } from '../session/session-screens.tsx'

// Patients have no lock.
const screenLock = componentChunk(async () => {
  const { ScreenLock } = await import('#web/both/screen-lock/screen-lock.tsx')
  return { default: ScreenLock }
})

/** Where accounts without a name are asked for it. */
const PROFILE = '/dashboard/profile'

/** The one page for users that the server renders. */
const RENDERED = '/appointment'

/** The one page that leads home when the session expires for no known reason, instead of to the login. */
const MY_APPOINTMENTS = '/dashboard'

type Place = 'inside' | 'outside' | 'arriving' | 'leaving' | 'failed'

function placeOf(snapshot: AuthSnapshot): Place {
  if (snapshot.matches('user')) return 'inside'
  if (snapshot.matches({ unknown: 'restoreFailed' })) return 'failed'
  if (snapshot.matches({ guest: 'signingOut' })) return 'leaving'
  return snapshot.matches({ unknown: 'restoring' }) || snapshot.matches({ guest: 'exchanging' })
    ? 'arriving'
    : 'outside'
}

/** Leads to the home page, and says why. */
function SentHome() {
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    toast.error(words.hasExpired)
  }, [])
  return <Navigate to="/" replace />
}

/** A server-rendered page holds no personal data, so it is visible while the session is checked. */
function usePlace(): Place {
  const place = Auth.useSelector(placeOf)
  const { pathname } = useLocation()
  const isHydrating = !useInBrowser()
  const hasSession = useSession() !== null
  const [hadSession] = useState(isHydrating || hasSession)
  return place === 'arriving' && hadSession && pathname === RENDERED ? 'inside' : place
}

interface RequireUserProps {
  /** Whether staff have to unlock the page; false around a frame that locks what is in it. */
  hasOwnLock?: boolean
}

/**
 * Shows its page to users who are logged in. Others are redirected to the login page, which leads
 * back, or home after a logout on this page, and accounts without a name to the profile first.
 */
export default function RequireUser({ hasOwnLock = true }: RequireUserProps) {
  const location = useLocation()
  const origin = returningTo(location)
  const place = usePlace()
  const lastEnd = Auth.useSelector(({ context }) => context.ended)
  // A session that ended before this page was opened does not decide where it leads.
  const [wasHere, setWasHere] = useState(false)
  if (place !== 'outside' && !wasHere) setWasHere(true)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const isSignedIn = Auth.useSelector((snapshot) => snapshot.matches('user'))
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  const user = Auth.useSelector(({ context }) => context.user)
  // Later changes of the role are ignored, because they would remount the page.
  const [isLockable, setLockable] = useState<boolean>()
  if (isLockable === undefined && user) setLockable(hasLock(user.role))
  const atMyAppointments = useMatch(MY_APPOINTMENTS) !== null

  // React renders the page in the background while the spinner stays; leaving it is not deferred.
  const isRendering = useDeferredValue(place) === 'arriving' && place === 'inside'

  if (place === 'arriving' || place === 'leaving' || isRendering) return <SessionSpinner />
  if (place === 'failed') return <RestoreFailed />
  if (place === 'outside') {
    const reason = wasHere ? lastEnd : null
    if (reason === 'left') return <Navigate to="/" replace />
    // An earlier visit's session, which could not be restored, can only have ended on the server.
    const isOver = reason === 'expired' || (wasHere && reason === null && !wasSignedIn)
    const why = isOver ? endOfSession() : undefined
    if (reason === 'expired' && atMyAppointments && why === undefined) return <SentHome />
    const unseen = why === undefined ? undefined : 'expired'
    const ended: SessionEnd | undefined = reason ?? (wasSignedIn ? 'elsewhere' : unseen)
    // The login must not lead back to a page that the user may not see.
    const isRefused = reason === 'doctorsOnly' || reason === 'staffOnly' || reason === 'adminsOnly'
    const state = isRefused ? { ended } : { ...origin, ended, why }
    return <Navigate to="/login" replace state={state} />
  }
  if (user?.name === '' && location.pathname !== PROFILE) {
    return <Navigate to={PROFILE} replace state={origin} />
  }
  if (!hasOwnLock || user === null || !isLockable) return <QueryProvider />
  const props = { email: user.email, children: <Outlet /> }
  return (
    <QueryProvider>
      <LazyComponent chunk={screenLock} props={props} waiting={null} />
    </QueryProvider>
  )
}
