import {
  CalendarHeart,
  History,
  type LucideIcon,
  MessageSquareHeart,
  ScrollText,
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
  { to: '/dashboard/audit', label: 'Audit', Icon: ScrollText },
]

/** The dashboard's links: a column on wide screens, otherwise three in a row. */
export function DashboardNav() {
  const auth = Auth.useActorRef()
  const role = useRole()
  const unknown = Auth.useSelector((snapshot) =>
    snapshot.matches({ signedIn: { role: 'unknown' } }),
  )
  const entries = role === 'admin' ? [...OWN, ...ADMIN] : OWN

  return (
    <nav aria-label="Dashboard" aria-busy={role === null && !unknown} className="min-w-0">
      <ul className="grid grid-cols-3 gap-1 lg:grid-cols-1">
        {entries.map(({ to, label, Icon }) => (
          <li key={to} className="min-w-0">
            <NavLink
              to={to}
              end
              className="flex h-full min-h-11 flex-col items-center justify-center gap-1 rounded-2xl px-1 py-2 text-center text-sm leading-tight font-bold hover:bg-leaf aria-[current=page]:bg-leaf aria-[current=page]:text-primary sm:flex-row sm:gap-2.5 sm:text-base lg:justify-start lg:rounded-full lg:px-4 lg:text-left"
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
            className="min-h-11 cursor-pointer font-bold text-base-content underline underline-offset-4"
          >
            Try again
          </button>
        </p>
      )}
    </nav>
  )
}
