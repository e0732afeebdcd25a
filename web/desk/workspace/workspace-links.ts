import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import ContactRound from 'lucide-react/icons/contact-round'
import CreditCard from 'lucide-react/icons/credit-card'
import HandCoins from 'lucide-react/icons/hand-coins'
import Hospital from 'lucide-react/icons/hospital'
import Hourglass from 'lucide-react/icons/hourglass'
import ListTodo from 'lucide-react/icons/list-todo'
import Mail from 'lucide-react/icons/mail'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Rss from 'lucide-react/icons/rss'
import ScrollText from 'lucide-react/icons/scroll-text'
import Webhook from 'lucide-react/icons/webhook'
import {
  ADD_DOCTOR,
  AGENDA,
  ALL_USERS,
  MANAGE_DOCTORS,
  type PlaceGroup,
} from '#web/both/session/places.ts'

export const CALENDAR = '/dashboard/agenda?view=day'
export const TODO = '/dashboard/todo'

/** For staff and admins. */
export const FRONT_DESK: PlaceGroup = {
  name: 'Front desk',
  places: [
    { to: CALENDAR, label: 'Calendar', Icon: CalendarDays },
    AGENDA,
    { to: TODO, label: 'To do', Icon: ListTodo },
    { to: '/dashboard/families', label: 'Families', Icon: ContactRound },
    { to: '/dashboard/waiting', label: 'Waiting List', Icon: Hourglass },
    { to: '/dashboard/closing', label: 'Closing sheet', Icon: ReceiptText },
    { to: '/dashboard/refunds', label: 'Refunds', Icon: HandCoins },
    { to: '/dashboard/emails', label: 'Emails', Icon: Mail },
    { to: '/dashboard/insights', label: 'Insights', Icon: ChartColumn },
    { to: '/dashboard/feeds', label: 'Calendar Feeds', Icon: Rss },
  ],
}

/** For admins. */
export const ADMINISTRATION: PlaceGroup = {
  name: 'Administration',
  places: [
    { to: '/dashboard/schedule', label: 'Schedule', Icon: CalendarClock },
    MANAGE_DOCTORS,
    ADD_DOCTOR,
    { to: '/dashboard/treatments', label: 'Treatments', Icon: ClipboardList },
    { to: '/dashboard/payments', label: 'Payments', Icon: CreditCard },
    ALL_USERS,
    { to: '/dashboard/clinic', label: 'Clinic', Icon: Hospital },
    { to: '/dashboard/webhooks', label: 'Webhooks', Icon: Webhook },
    { to: '/dashboard/audit', label: 'Audit Log', Icon: ScrollText },
  ],
}

/** Pages without a place of their own, and the one that each belongs to. */
const LISTS = [
  ['/dashboard/families/', '/dashboard/families'],
  ['/dashboard/corrections', '/dashboard/families'],
  ['/dashboard/closing/', '/dashboard/closing'],
  ['/dashboard/insights/', '/dashboard/insights'],
  ['/dashboard/managedoctors/', '/dashboard/managedoctors'],
] as const

/** `page` for the place itself, `true` for the list that an item belongs to. */
export function currentPlace(
  to: string,
  { pathname, search }: { pathname: string; search: string },
): 'page' | 'true' | undefined {
  const [path, query = ''] = to.split('?')
  if (path === pathname) {
    const view = new URLSearchParams(search).get('view')
    if (path !== '/dashboard/agenda') return 'page'
    const isCalendar = view !== null && view !== 'list' && view !== 'settle'
    return isCalendar === (query !== '') ? 'page' : undefined
  }
  const list = LISTS.find(([item]) => pathname.startsWith(item))
  return list?.[1] === to ? 'true' : undefined
}
