import Baby from 'lucide-react/icons/baby'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import History from 'lucide-react/icons/history'
import Hourglass from 'lucide-react/icons/hourglass'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { isStaff, type Role } from '#contract/identity/users.ts'
import { EmailBanner } from '#web/both/emails/email-banner.tsx'
import { useIsRoleUnknown, useRole, useUser } from '#web/both/session/auth-context.ts'
import { MissingLinks } from '#web/both/session/missing-links.tsx'
import {
  ADD_DOCTOR,
  AGENDA,
  ALL_USERS,
  MANAGE_DOCTORS,
  type Place,
  type PlaceGroup,
} from '#web/both/session/places.ts'
import { Avatar } from '#web/components/people/avatar.tsx'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/dashboard.ts'
import { FamilyBar } from './family-bar.tsx'

/** The layout of all dashboard pages. */
export default function DashboardLayout() {
  const role = useRole()
  const { pathname } = useLocation()
  return (
    <>
      <DashboardFrame visitor={<Visitor />} links={<DashboardNav />}>
        <EmailBanner />
        <Outlet />
      </DashboardFrame>
      <FamilyBar placeOf={(to) => placeOf(to, pathname)} work={workOf(role)} />
    </>
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
  const role = useRole()
  const isUnknown = useIsRoleUnknown()
  return (
    <DashboardLinks groups={groupsFor(role)} busy={role === null && !isUnknown}>
      <MissingLinks className="mt-2" />
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
 * page; on tablets the links are a row above it, and on phones a bar has the places.
 */
export function DashboardFrame({ visitor, links, children }: FrameProps) {
  return (
    <div className="shell grid gap-6 print:block print:p-0 py-5 md:py-10 lg:grid-cols-[min(17.5rem,28%)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:gap-y-4">
      <div className="min-w-0 max-md:hidden lg:sticky lg:top-26 lg:col-start-1 lg:row-start-2 lg:self-start">
        <a
          href="#page"
          className="sr-only focus:not-sr-only focus:inline-block focus:rounded-full focus:px-4 focus:py-3 focus:font-bold"
        >
          {words.skipToPage}
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
        aria-label={words.yourAccount}
        className="leaf flex min-w-0 items-center gap-3 bg-base-100 p-4 shadow-soft max-lg:hidden lg:col-start-1 lg:row-start-1 lg:grid lg:justify-items-center lg:p-6 lg:text-center"
      >
        {visitor}
      </aside>
    </div>
  )
}

/** For all users. */
export const OWN_LINKS: PlaceGroup = {
  name: words.myFamily,
  places: [
    { to: '/dashboard', label: words.myAppointments, Icon: CalendarHeart },
    { to: '/dashboard/children', label: frame.myChildren, Icon: Baby },
    { to: '/dashboard/waitlist', label: frame.myWaitingList, Icon: Hourglass },
    { to: '/dashboard/history', label: frame.myHistory, Icon: History },
    { to: '/dashboard/review', label: frame.myReview, Icon: MessageSquareHeart },
    { to: '/dashboard/profile', label: frame.myProfile, Icon: UserRound },
  ],
}

/** The link to the workspace, for staff and admins. */
export const STAFF_LINKS: PlaceGroup = {
  name: 'Front desk',
  places: [AGENDA],
}

/** For doctors. */
const MY_DAY: Place = { to: '/dashboard/day', label: 'My day', Icon: Stethoscope }

const DOCTOR_LINKS: PlaceGroup = { name: 'Doctor', places: [MY_DAY] }

/** Admins have these links here as well as in the workspace. */
const ADMIN_LINKS: PlaceGroup = {
  name: 'Administration',
  places: [ALL_USERS, ADD_DOCTOR, MANAGE_DOCTORS],
}

/** The first page of a doctor, staff or an admin; null for patients. */
function workOf(role: Role | null): Place | null {
  if (role === 'doctor') return MY_DAY
  return isStaff(role) ? AGENDA : null
}

function groupsFor(role: Role | null): readonly PlaceGroup[] {
  if (role === 'admin') return [OWN_LINKS, STAFF_LINKS, ADMIN_LINKS]
  if (role === 'doctor') return [DOCTOR_LINKS, OWN_LINKS]
  return role === 'staff' ? [STAFF_LINKS, OWN_LINKS] : [OWN_LINKS]
}

/** Pages without a link of their own, and the one that each belongs to. */
const LISTS = [
  ['/dashboard/appointment/', '/dashboard'],
  ['/dashboard/receipts/', '/dashboard/history'],
  ['/dashboard/offers/', '/dashboard/waitlist'],
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
  // The site's font is wider than the fallback, which is shown until it has loaded.
  void document.fonts?.ready.then(scroll)
}

interface DashboardLinksProps {
  groups: readonly PlaceGroup[]
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
      aria-label={frame.dashboard}
      aria-busy={busy}
      className="leaf min-w-0 bg-base-100 p-2 shadow-soft lg:p-4"
    >
      <div className="flex gap-1 overflow-x-auto p-1 scroll-hints lg:grid lg:gap-2">
        {groups.map(({ name, places }) => (
          <ul key={name} aria-label={name} className="link-group">
            {places.map(({ to, label, Icon }) => {
              const place = placeOf(to, pathname)
              return (
                <li key={to} className="shrink-0">
                  <Link
                    ref={place ? scrollRowTo : undefined}
                    to={to}
                    aria-current={place}
                    className="flex min-h-11 items-center gap-2.5 rounded-full px-4 py-2 leading-tight font-bold hover:bg-leaf aria-[current]:bg-leaf aria-[current]:text-primary md:max-lg:flex-col md:max-lg:gap-1 md:max-lg:rounded-2xl md:max-lg:px-2.5 md:max-lg:text-sm"
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
