import {
  CalendarHeart,
  History,
  type LucideIcon,
  MessageSquareHeart,
  Stethoscope,
  UserPlus,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { Auth, useRole } from '../auth/auth-context.ts'

interface Entry {
  to: string
  label: string
  Icon: LucideIcon
}

const OWN: readonly Entry[] = [
  { to: '/dashboard', label: 'My Appointments', Icon: CalendarHeart },
  { to: '/dashboard/history', label: 'My History', Icon: History },
  { to: '/dashboard/review', label: 'My Review', Icon: MessageSquareHeart },
]

const ADMIN: readonly Entry[] = [
  { to: '/dashboard/users', label: 'All users', Icon: Users },
  { to: '/dashboard/adddoctor', label: 'Add a Doctor', Icon: UserPlus },
  { to: '/dashboard/managedoctors', label: 'Manage Doctors', Icon: Stethoscope },
]

/** The dashboard's links: a column, or on small screens a row that can be pushed aside. */
export function DashboardNav() {
  const auth = Auth.useActorRef()
  const role = useRole()
  const unknown = Auth.useSelector((snapshot) =>
    snapshot.matches({ signedIn: { role: 'unknown' } }),
  )
  const entries = role === 'admin' ? [...OWN, ...ADMIN] : OWN

  return (
    <nav aria-label="Dashboard" aria-busy={role === null && !unknown} className="min-w-0">
      <ul className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 lg:mx-0 lg:grid lg:overflow-visible lg:px-0 lg:pb-0">
        {entries.map(({ to, label, Icon }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              end
              className="flex min-h-11 items-center gap-2.5 rounded-full px-4 font-bold whitespace-nowrap hover:bg-leaf aria-[current=page]:bg-leaf aria-[current=page]:text-primary"
            >
              <Icon aria-hidden="true" size={19} className="shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {unknown && (
        <p role="status" className="mt-2 text-sm text-muted">
          We could not load everything here.{' '}
          <button
            type="button"
            onClick={() => auth.send({ type: 'retry' })}
            className="link min-h-11 font-bold text-base-content"
          >
            Try again
          </button>
        </p>
      )}
    </nav>
  )
}
