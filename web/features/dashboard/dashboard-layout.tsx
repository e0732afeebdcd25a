import { NavLink, Outlet } from 'react-router-dom'
import { FrameContext } from '../../app/page-wait.tsx'
import { Avatar } from '../../components/avatar.tsx'
import { useUser } from '../auth/auth-context.ts'
import { Aside } from './aside.tsx'
import { DashboardPageFrame } from './dashboard-frame.tsx'
import { DashboardNav } from './dashboard-nav.tsx'

/** The dashboard around each of its pages (spec section 2). */
export default function DashboardLayout() {
  return (
    <Aside visitor={<Visitor />} links={<DashboardNav />}>
      <FrameContext value={DashboardPageFrame}>
        <Outlet />
      </FrameContext>
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
