import { Auth, useRole } from '../auth/auth-context.ts'
import { ADMIN_LINKS, DashboardLinks, OWN_LINKS } from './dashboard-links.tsx'

/** The links for the signed-in visitor, an admin's among them once the server has said so. */
export function DashboardNav() {
  const auth = Auth.useActorRef()
  const role = useRole()
  const unknown = Auth.useSelector((snapshot) =>
    snapshot.matches({ signedIn: { role: 'unknown' } }),
  )

  return (
    <DashboardLinks
      links={role === 'admin' ? [...OWN_LINKS, ...ADMIN_LINKS] : OWN_LINKS}
      busy={role === null && !unknown}
    >
      {unknown && (
        <p role="status" className="mt-2 text-sm text-muted">
          Some links didn’t load.{' '}
          <button
            type="button"
            onClick={() => auth.send({ type: 'retry' })}
            className="min-h-11 cursor-pointer font-bold text-base-content underline underline-offset-4"
          >
            Try again
          </button>
        </p>
      )}
    </DashboardLinks>
  )
}
