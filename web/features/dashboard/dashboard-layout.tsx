import type { LucideIcon } from 'lucide-react'
import Baby from 'lucide-react/icons/baby'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import ConciergeBell from 'lucide-react/icons/concierge-bell'
import ContactRound from 'lucide-react/icons/contact-round'
import CreditCard from 'lucide-react/icons/credit-card'
import History from 'lucide-react/icons/history'
import Hospital from 'lucide-react/icons/hospital'
import Mail from 'lucide-react/icons/mail'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import type { Role } from '#contract/identity/users.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { readSession } from '#web/lib/session.ts'
import { Auth, useRole, useUser } from '../auth/session/auth-context.ts'
import { isFresh } from '../auth/session/token.ts'
import { EmailBanner } from '../emails/email-banner.tsx'
import { emailSettingsOptions } from '../emails/email-settings-api.ts'

// Before the first rendering: a banner that came after the page would move it.
const session = readSession()
if (session && isFresh(session.accessToken)) {
  void queryClient.prefetchQuery(emailSettingsOptions(session.user.email))
}

/** The layout of all dashboard pages. */
export default function DashboardLayout() {
  return (
    <DashboardFrame visitor={<Visitor />} links={<DashboardNav />}>
      <EmailBanner />
      <Outlet />
    </DashboardFrame>
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
      </div>
    </>
  )
}

/** The user's links; those for admins once the server has confirmed the role. */
function DashboardNav() {
  const auth = Auth.useActorRef()
  const role = useRole()
  const unknown = Auth.useSelector((snapshot) => snapshot.matches({ user: { role: 'unknown' } }))

  return (
    <DashboardLinks groups={groupsFor(role)} busy={role === null && !unknown}>
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

interface FrameProps {
  /** The logged-in user. */
  visitor: ReactNode
  links: ReactNode
  children: ReactNode
}

/**
 * The dashboard's frame. On wide screens the account and the links are in a column beside the
 * page; on small ones the links are a row above it and the account is below it.
 */
export function DashboardFrame({ visitor, links, children }: FrameProps) {
  return (
    <div className="shell grid gap-6 print:block print:p-0 py-6 md:py-10 lg:grid-cols-[min(17.5rem,28%)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:gap-y-4">
      <div className="min-w-0 lg:sticky lg:top-26 lg:col-start-1 lg:row-start-2 lg:self-start">
        <a
          href="#page"
          className="sr-only focus:not-sr-only focus:inline-block focus:rounded-full focus:px-4 focus:py-3 focus:font-bold"
        >
          Skip to the page
        </a>
        {links}
      </div>
      <div
        id="page"
        tabIndex={-1}
        className="min-w-0 scroll-mt-24 outline-none lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        {children}
      </div>
      <aside
        aria-label="Your account"
        className="leaf flex min-w-0 items-center gap-3 bg-base-100 p-4 shadow-soft lg:col-start-1 lg:row-start-1 lg:grid lg:justify-items-center lg:p-6 lg:text-center"
      >
        {visitor}
      </aside>
    </div>
  )
}

interface LinkGroup {
  name: string
  links: readonly { to: string; label: string; Icon: LucideIcon }[]
}

/** For all users. */
export const OWN_LINKS: LinkGroup = {
  name: 'My family',
  links: [
    { to: '/dashboard', label: 'My Appointments', Icon: CalendarHeart },
    { to: '/dashboard/children', label: 'My Children', Icon: Baby },
    { to: '/dashboard/history', label: 'My History', Icon: History },
    { to: '/dashboard/review', label: 'My Review', Icon: MessageSquareHeart },
    { to: '/dashboard/profile', label: 'My Profile', Icon: UserRound },
  ],
}

/** For staff and admins. */
export const STAFF_LINKS: LinkGroup = {
  name: 'Front desk',
  links: [
    { to: '/dashboard/agenda', label: 'Agenda', Icon: ConciergeBell },
    { to: '/dashboard/families', label: 'Families', Icon: ContactRound },
    { to: '/dashboard/closing', label: 'Closing sheet', Icon: ReceiptText },
    { to: '/dashboard/emails', label: 'Emails', Icon: Mail },
  ],
}

/** For admins. */
export const ADMIN_LINKS: LinkGroup = {
  name: 'Administration',
  links: [
    { to: '/dashboard/users', label: 'All users', Icon: Users },
    { to: '/dashboard/adddoctor', label: 'Add a Doctor', Icon: UserPlus },
    { to: '/dashboard/managedoctors', label: 'Manage Doctors', Icon: Stethoscope },
    { to: '/dashboard/schedule', label: 'Schedule', Icon: CalendarClock },
    { to: '/dashboard/treatments', label: 'Treatments', Icon: ClipboardList },
    { to: '/dashboard/payments', label: 'Payments', Icon: CreditCard },
    { to: '/dashboard/clinic', label: 'Clinic', Icon: Hospital },
    { to: '/dashboard/audit', label: 'Audit Log', Icon: ScrollText },
  ],
}

function groupsFor(role: Role | null): readonly LinkGroup[] {
  if (role === 'admin') return [OWN_LINKS, STAFF_LINKS, ADMIN_LINKS]
  return role === 'staff' ? [STAFF_LINKS, OWN_LINKS] : [OWN_LINKS]
}

/** Pages without a link of their own, and the one that each belongs to. */
const LISTS = [
  ['/dashboard/appointment/', '/dashboard'],
  ['/dashboard/families/', '/dashboard/families'],
  ['/dashboard/receipts/', '/dashboard/history'],
  ['/dashboard/corrections', '/dashboard/families'],
  ['/dashboard/refunds', '/dashboard/agenda'],
  ['/dashboard/closing/', '/dashboard/closing'],
  ['/dashboard/managedoctors/', '/dashboard/managedoctors'],
] as const

/** `page` for the page itself, `true` for the list that an item belongs to. */
function placeOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page'
  const list = LISTS.find(([item]) => pathname.startsWith(item))
  return list?.[1] === to ? 'true' : undefined
}

/** Brings the current link into view in its row, which may be wider than the screen. */
function scrollRowTo(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav')?.firstElementChild
  if (!link || !(row instanceof HTMLElement)) return
  const scroll = () => {
    row.scrollLeft = link.offsetLeft - row.offsetLeft - 8
  }
  scroll()
  // The site's font is wider than the one that is shown until it is there.
  void document.fonts?.ready.then(scroll)
}

interface DashboardLinksProps {
  groups: readonly LinkGroup[]
  /** More links may be added. */
  busy?: boolean
  /** Below the links. */
  children?: ReactNode
}

/** The dashboard's links: a column on wide screens, otherwise a row that scrolls sideways. */
export function DashboardLinks({ groups, busy = false, children }: DashboardLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Dashboard"
      aria-busy={busy}
      className="leaf min-w-0 bg-base-100 p-2 shadow-soft lg:p-4"
    >
      <div className="flex gap-1 overflow-x-auto p-1 scroll-hints lg:grid lg:gap-2">
        {groups.map(({ name, links }) => (
          <ul
            key={name}
            aria-label={name}
            className="flex gap-1 not-first:border-l not-first:border-base-300 not-first:pl-1 lg:grid lg:not-first:border-t lg:not-first:border-l-0 lg:not-first:pt-2 lg:not-first:pl-0"
          >
            {links.map(({ to, label, Icon }) => {
              const place = placeOf(to, pathname)
              return (
                <li key={to} className="shrink-0">
                  <Link
                    ref={place ? scrollRowTo : undefined}
                    to={to}
                    aria-current={place}
                    className="flex min-h-11 items-center gap-2.5 rounded-full px-4 py-2 leading-tight font-bold hover:bg-leaf aria-[current]:bg-leaf aria-[current]:text-primary"
                  >
                    <Icon aria-hidden="true" size={19} className="shrink-0" />
                    {label}
                  </Link>
                </li>
              )
            })}
          </ul>
        ))}
      </div>
      {children}
    </nav>
  )
}
