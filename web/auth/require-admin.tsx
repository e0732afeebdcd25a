import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { PageSpinner } from '../components/spinner.tsx'
import { ErrorState } from '../components/states.tsx'
import { Auth, useRole } from './auth-context.ts'

/**
 * Lets admins through; others are signed out and, by the `RequireUser` around this, sent to the
 * login page (spec sections 2 and 6).
 */
export default function RequireAdmin() {
  const auth = Auth.useActorRef()
  const role = useRole()
  const unknown = Auth.useSelector((snapshot) =>
    snapshot.matches({ signedIn: { role: 'unknown' } }),
  )

  useEffect(() => {
    if (role === 'patient') auth.send({ type: 'page.refuse' })
  }, [role, auth])

  if (role === 'admin') return <Outlet />
  if (unknown) {
    return (
      <ErrorState
        title="We could not check whether this page is yours"
        onRetry={() => auth.send({ type: 'retry' })}
      >
        The clinic’s server did not answer.
      </ErrorState>
    )
  }
  return <PageSpinner label="Checking what you may see" />
}
