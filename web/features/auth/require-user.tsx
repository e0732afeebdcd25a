import { useDeferredValue, useState } from 'react'
import { Navigate, useLocation, useMatch } from 'react-router-dom'
import { useInBrowser } from '../../components/use-in-browser.ts'
import QueryProvider from '../../lib/api/query-provider.tsx'
import { Auth, type AuthSnapshot } from './auth-context.ts'
import { returningTo } from './origin.ts'
import { RestoreFailed } from './restore-failed.tsx'
import { Waiting } from './waiting.tsx'

/** The one page that gives way to the home page when its visitor is refused (spec section 6). */
const MY_APPOINTMENTS = '/dashboard'

type Place = 'inside' | 'outside' | 'arriving' | 'leaving' | 'failed'

function placeOf(snapshot: AuthSnapshot): Place {
  if (snapshot.matches('signedIn')) return 'inside'
  if (snapshot.matches('restoreFailed')) return 'failed'
  if (snapshot.matches('signingOut')) return 'leaving'
  return snapshot.matches('restoring') || snapshot.matches('exchanging') ? 'arriving' : 'outside'
}

/**
 * Where the visitor stands. A server-rendered page holds no personal data, so it stays visible while
 * the session is checked.
 */
function usePlace(): Place {
  const place = Auth.useSelector(placeOf)
  const { pathname } = useLocation()
  const isHydrating = !useInBrowser()
  const [renderedPath] = useState(isHydrating ? pathname : null)
  return place === 'arriving' && pathname === renderedPath ? 'inside' : place
}

/**
 * Lets signed-in visitors through; sends others to the login page, which brings them back here
 * (spec section 2). Who logs out on a protected page goes home instead.
 */
export default function RequireUser() {
  const location = useLocation()
  const place = usePlace()
  const lastEnd = Auth.useSelector(({ context }) => context.ended)
  // An end that came before this page was asked for says nothing about where to go from it.
  const [wasHere, setWasHere] = useState(false)
  if (place !== 'outside' && !wasHere) setWasHere(true)
  const atMyAppointments = useMatch(MY_APPOINTMENTS) !== null

  // The page is drawn in pieces behind what waits for it; what takes it away is not put off.
  const stillWaits = useDeferredValue(place) === 'arriving' && place === 'inside'

  if (place === 'arriving' || place === 'leaving' || stillWaits) return <Waiting />
  if (place === 'failed') return <RestoreFailed />
  if (place === 'outside') {
    const reason = wasHere ? lastEnd : null
    if (reason === 'left' || (reason === 'expired' && atMyAppointments)) {
      return <Navigate to="/" replace />
    }
    // Who was refused this very page must not be brought back to it.
    const ended = reason === 'expired' || undefined
    const state = reason === 'refused' ? null : { ...returningTo(location), ended }
    return <Navigate to="/login" replace state={state} />
  }
  return <QueryProvider />
}
