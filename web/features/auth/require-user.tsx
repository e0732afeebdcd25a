import { QueryClientProvider } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom'
import { useGiven } from '../../app/given.ts'
import { queryClient } from '../../lib/api/query-client.ts'
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
 * Where the visitor stands. A page that came drawn (`Given`) holds nothing of a person's own: it
 * is open while the visitor is still arriving.
 */
function usePlace(): Place {
  const place = Auth.useSelector(placeOf)
  const { pathname } = useLocation()
  const isDrawn = useGiven('booking') !== undefined
  const [drawnAt] = useState(isDrawn ? pathname : null)
  return place === 'arriving' && pathname === drawnAt ? 'inside' : place
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
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
