import { NavLink, Outlet } from 'react-router-dom'
import { Avatar } from '../../components/avatar.tsx'
import { Auth, useRole, useUser } from '../auth/auth-context.ts'
import { ADMIN_LINKS, Aside, DashboardLinks, OWN_LINKS } from './dashboard-frame.tsx'

/** The dashboard around each of its pages (spec section 2). */
export default function DashboardLayout() {
  return (
    <Aside visitor={<Visitor />} links={<DashboardNav />}>
      <Outlet />
    </Aside>
  )
}

function Visitor() {
  const user = useUser()
  return (
    <>
      <Avatar photo={user.photo} size={64} />
      <div className="min-w-0 max-w-full">
        <p className="truncate text-lg leading-snug font-extrabold">{user.name || user.email}</p>
        <p className="truncate text-sm text-muted" title={user.email}>
          {user.email}
        </p>
        <NavLink
          to="/dashboard/profile"
          className="inline-flex min-h-11 items-center rounded-full font-bold underline decoration-line underline-offset-4 hover:text-primary aria-[current=page]:text-primary aria-[current=page]:decoration-primary lg:px-4"
        >
          My Profile
        </NavLink>
      </div>
    </>
  )
}

/** The links for the signed-in visitor, an admin's among them once the server has said so. */
function DashboardNav() {
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
