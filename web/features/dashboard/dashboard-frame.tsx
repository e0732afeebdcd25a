import type { LucideIcon } from 'lucide-react'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import History from 'lucide-react/icons/history'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import ScrollText from 'lucide-react/icons/scroll-text'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { Spinner } from '../../components/loading.tsx'

interface AsideProps {
  /** Who is signed in. */
  visitor: ReactNode
  /** Where they can go. */
  links: ReactNode
  /** The page. */
  children: ReactNode
}

/**
 * The dashboard's frame: who is signed in and where they can go, beside the page on wide screens
 * and above it on small ones.
 */
export function Aside({ visitor, links, children }: AsideProps) {
  return (
    <div className="shell grid gap-6 py-6 md:py-10 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-10">
      <aside aria-label="Your account" className="min-w-0 lg:sticky lg:top-26 lg:self-start">
        <div className="leaf grid gap-4 bg-base-100 p-4 shadow-soft lg:gap-6 lg:p-6">
          <div className="flex min-w-0 items-center gap-3 lg:grid lg:justify-items-center lg:text-center">
            {visitor}
          </div>
          {links}
        </div>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

interface DashboardLink {
  to: string
  label: string
  Icon: LucideIcon
}

/** Links for all users. */
export const OWN_LINKS: readonly DashboardLink[] = [
  { to: '/dashboard', label: 'My Appointments', Icon: CalendarHeart },
  { to: '/dashboard/history', label: 'My History', Icon: History },
  { to: '/dashboard/review', label: 'My Review', Icon: MessageSquareHeart },
]

/** What admins see after it. */
export const ADMIN_LINKS: readonly DashboardLink[] = [
  { to: '/dashboard/users', label: 'All users', Icon: Users },
  { to: '/dashboard/adddoctor', label: 'Add a Doctor', Icon: UserPlus },
  { to: '/dashboard/managedoctors', label: 'Manage Doctors', Icon: Stethoscope },
  { to: '/dashboard/audit', label: 'Audit Log', Icon: ScrollText },
]

interface DashboardLinksProps {
  links: readonly DashboardLink[]
  /** There may be more to come. */
  busy?: boolean
  /** What stands under them. */
  children?: ReactNode
}

/** The dashboard's links: a column on wide screens, otherwise three in a row. */
export function DashboardLinks({ links, busy = false, children }: DashboardLinksProps) {
  return (
    <nav aria-label="Dashboard" aria-busy={busy} className="min-w-0">
      <ul className="grid grid-cols-3 gap-1 max-[24rem]:grid-cols-[repeat(3,auto)] lg:grid-cols-1">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
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
      {children}
    </nav>
  )
}

const ROWS = ['first', 'second', 'third']

/** The room of a few rows, while they, or the page that shows them, are on their way. `label` is read out. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className="after-a-moment relative">
      <span className="absolute top-6 right-6">
        <Spinner label={label} />
      </span>
      <div aria-hidden="true" className="grid gap-4">
        {ROWS.map((row) => (
          <div key={row} className="leaf grid gap-3 bg-base-100 p-6">
            <div className="skeleton h-6 w-1/2 rounded-full" />
            <div className="skeleton h-6 w-3/4 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
