import { NavLink, Outlet } from 'react-router-dom'
import { useUser } from '../auth/auth-context.ts'
import { Avatar } from '../components/avatar.tsx'
import { DashboardNav } from './dashboard-nav.tsx'

/**
 * The dashboard's frame: who is signed in and where they can go, beside the page on wide screens
 * and above it on small ones (spec section 2).
 */
export default function DashboardLayout() {
  const user = useUser()
  return (
    <div className="shell grid gap-6 py-6 md:py-10 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-10">
      <aside aria-label="Your account" className="min-w-0 lg:sticky lg:top-26 lg:self-start">
        <div className="leaf grid gap-4 bg-base-100 p-4 shadow-soft lg:gap-6 lg:p-6">
          <div className="flex min-w-0 items-center gap-3 lg:grid lg:justify-items-center lg:text-center">
            <Avatar photo={user.photo} size={64} />
            <div className="min-w-0 max-w-full">
              <p className="truncate text-lg leading-snug font-extrabold">
                {user.name || user.email}
              </p>
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
          </div>
          <DashboardNav />
        </div>
      </aside>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}
