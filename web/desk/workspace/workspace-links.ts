import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import ContactRound from 'lucide-react/icons/contact-round'
import Hourglass from 'lucide-react/icons/hourglass'
import ListTodo from 'lucide-react/icons/list-todo'
import Mail from 'lucide-react/icons/mail'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Users from 'lucide-react/icons/users'
import type { Role } from '#contract/identity/users.ts'
import { ALL_USERS_LINK, MANAGE_DOCTORS_LINK } from '#web/both/session/admin-links.ts'

/** Appointments of a day, in the view that was chosen last. */
export const TODAY = '/dashboard/agenda'
export const CALENDAR = `${TODAY}?view=day`

/** A page of a place; pages below its path belong to it. */
export interface Tab {
  to: string
  label: string
  isForAdmins?: boolean
  /** Paths of further pages that belong to it. */
  alsoAt?: readonly string[]
}

/** One page, or several that are shown as tabs. */
export interface WorkspacePlace {
  label: string
  Icon: LucideIcon
  tabs: readonly Tab[]
  /** Whether it shows a count. */
  hasBadge?: boolean
}

export interface WorkspaceGroup {
  name: string
  places: readonly WorkspacePlace[]
}

/** A place with a page of its own. */
const single = (to: string, label: string, Icon: LucideIcon, alsoAt: readonly string[] = []) => ({
  label,
  Icon,
  tabs: [{ to, label, alsoAt }],
})

const PLACES: readonly WorkspaceGroup[] = [
  {
    name: 'Front desk',
    places: [
      single(TODAY, 'Today', CalendarDays),
      { ...single('/dashboard/todo', 'To do', ListTodo, ['/dashboard/absence']), hasBadge: true },
      single('/dashboard/families', 'Families', ContactRound, ['/dashboard/corrections']),
      single('/dashboard/waiting', 'Waiting list', Hourglass),
      {
        label: 'Money',
        Icon: ReceiptText,
        tabs: [
          { to: '/dashboard/closing', label: 'Closing sheet' },
          { to: '/dashboard/refunds', label: 'Hand back' },
          { to: '/dashboard/payments', label: 'Payments', isForAdmins: true },
        ],
      },
      single('/dashboard/insights', 'Insights', ChartColumn),
    ],
  },
  {
    name: 'Clinic',
    places: [
      {
        label: 'Schedule',
        Icon: CalendarClock,
        tabs: [
          { to: '/dashboard/schedule', label: 'Hours', isForAdmins: true },
          { to: '/dashboard/schedule/closures', label: 'Closures', isForAdmins: true },
          { to: '/dashboard/schedule/absences', label: 'Absences', isForAdmins: true },
          { to: '/dashboard/schedule/extra-sessions', label: 'Extra sessions', isForAdmins: true },
        ],
      },
      {
        label: 'Care',
        Icon: Stethoscope,
        tabs: [
          { ...MANAGE_DOCTORS_LINK, isForAdmins: true },
          { to: '/dashboard/treatments', label: 'Treatments and prices', isForAdmins: true },
          { to: '/dashboard/check-up-plan', label: 'Check-up plan', isForAdmins: true },
        ],
      },
      {
        label: 'People',
        Icon: Users,
        tabs: [{ ...ALL_USERS_LINK, isForAdmins: true, alsoAt: ['/dashboard/adddoctor'] }],
      },
      {
        label: 'Messages',
        Icon: Mail,
        tabs: [
          { to: '/dashboard/emails', label: 'Emails' },
          { to: '/dashboard/clinic/reminders-by-email', label: 'Reminders', isForAdmins: true },
          { to: '/dashboard/posters', label: 'Posters', isForAdmins: true },
        ],
      },
      {
        label: 'Settings',
        Icon: Settings,
        tabs: [
          { to: '/dashboard/clinic', label: 'Clinic', isForAdmins: true },
          { to: '/dashboard/clinic/front-desk', label: 'Desk', isForAdmins: true },
          { to: '/dashboard/website', label: 'Website', isForAdmins: true },
          { to: '/dashboard/languages', label: 'Languages', isForAdmins: true },
          { to: '/dashboard/opening', label: 'Online booking', isForAdmins: true },
          { to: '/dashboard/import', label: 'Import', isForAdmins: true },
          { to: '/dashboard/legal', label: 'Legal pages', isForAdmins: true },
          { to: '/dashboard/feeds', label: 'Calendar feeds' },
          { to: '/dashboard/webhooks', label: 'Webhooks', isForAdmins: true },
          { to: '/dashboard/export', label: 'Export', isForAdmins: true },
          { to: '/dashboard/audit', label: 'Audit log', isForAdmins: true },
        ],
      },
    ],
  },
]

export const MY_DAY = '/dashboard/day'

const DOCTOR_PLACES: readonly WorkspaceGroup[] = [
  { name: 'Doctor', places: [single(MY_DAY, 'My day', Stethoscope)] },
]

/** Who works in the workspace. */
export type WorkspaceRole = Exclude<Role, 'patient'>

/** The places and pages that a user with that role may see. */
export function placesFor(role: WorkspaceRole): readonly WorkspaceGroup[] {
  if (role === 'admin') return PLACES
  if (role === 'doctor') return DOCTOR_PLACES
  return PLACES.map(({ name, places }) => ({
    name,
    places: places
      .map((place) => ({ ...place, tabs: place.tabs.filter((tab) => !tab.isForAdmins) }))
      .filter(({ tabs }) => tabs.length > 0),
  }))
}

interface CurrentPage {
  place: WorkspacePlace
  tab: Tab
  /** Whether it is the tab's own page, rather than one that belongs to it. */
  isOwnPage: boolean
}

const pathOf = ({ to }: Tab) => to.split('?')[0] ?? to

/** The place and tab to which an address belongs. */
export function currentPage(
  groups: readonly WorkspaceGroup[],
  { pathname, search }: { pathname: string; search: string },
): CurrentPage | undefined {
  // Unsettled appointments are a list of To do.
  const isToSettle = new URLSearchParams(search).get('view') === 'settle'
  const path = isToSettle ? '/dashboard/todo/settle' : pathname
  const found = groups
    .flatMap(({ places }) => places)
    .flatMap((place) => place.tabs.map((tab) => ({ place, tab })))
    .flatMap(({ place, tab }) =>
      [pathOf(tab), ...(tab.alsoAt ?? [])].map((base) => ({ place, tab, base })),
    )
    .filter(({ base }) => path === base || path.startsWith(`${base}/`))
    // '/dashboard/schedule/closures' must not match '/dashboard/schedule'.
    .sort((one, other) => other.base.length - one.base.length)
    .at(0)
  return found && { place: found.place, tab: found.tab, isOwnPage: path === pathOf(found.tab) }
}

/** Every page of these places, with the name of its place. */
export function pagesFor({ isForAdmins }: { isForAdmins: boolean }): (Tab & { place: string })[] {
  return placesFor(isForAdmins ? 'admin' : 'staff')
    .flatMap(({ places }) => places)
    .flatMap(({ label, tabs }) => tabs.map((tab) => ({ ...tab, place: label })))
}
