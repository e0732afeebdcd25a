import type { ClinicDetails } from '#contract/schedule/clinic-details.ts'
import type { LoadComponent } from '../components/states/lazy-component.tsx'

/** Code that is loaded on demand. */
export interface Chunk {
  load: LoadComponent
  /** The path of the module from `web/`; the build writes it (`web/build/module-paths.ts`). */
  module?: string
}

export interface Page extends Chunk {
  /** `:id` stands for one segment, `*` for every address that has no page. */
  path: string
  /** Shown in the browser's tab before the clinic's name; the home page has none. */
  title?: string
  /**
   * What is around it: the public site, the narrower screens for accounts, the dashboard of families,
   * the workspace of staff and admins.
   */
  area: 'site' | 'account' | 'dashboard' | 'workspace'
  access: 'everyone' | 'user' | 'doctor' | 'staff' | 'admin'
  /** Rendered by the server, without anything personal; the browser renders the others. */
  isServerRendered?: boolean
  /** The server loads data before it renders the page: `prefetchOf` in `page-facts.ts`. */
  hasQueries?: boolean
}

const site = { area: 'site', access: 'everyone', isServerRendered: true } as const
const visitors = { area: 'account', access: 'everyone' } as const
const users = { area: 'account', access: 'user' } as const
const dashboard = { area: 'dashboard', access: 'user' } as const
const staff = { area: 'workspace', access: 'staff' } as const
const admins = { area: 'workspace', access: 'admin' } as const

/** Every page of the site. To add a page, add an entry. */
export const pages: readonly Page[] = [
  {
    ...site,
    path: '/',
    hasQueries: true,
    load: () => import('../features/home/home-page.tsx'),
  },
  {
    ...site,
    path: '/about',
    title: 'About Us',
    load: () => import('../features/about/about-page.tsx'),
  },
  {
    ...site,
    path: '/reviews',
    title: 'Reviews',
    load: () => import('../features/reviews/reviews-page.tsx'),
  },
  {
    ...site,
    path: '/contactus',
    title: 'Contact Us',
    load: () => import('../features/contact/contact-page.tsx'),
  },
  {
    ...site,
    path: '/doctors',
    title: 'Our Doctors',
    hasQueries: true,
    load: () => import('../features/doctors/doctors-page.tsx'),
  },
  {
    ...site,
    path: '/times',
    title: 'Free Times',
    hasQueries: true,
    load: () => import('../features/times/times-page.tsx'),
  },
  {
    ...site,
    path: '*',
    title: 'Page not found',
    load: () => import('./not-found-page.tsx'),
  },
  {
    ...visitors,
    path: '/login',
    title: 'Login',
    isServerRendered: true,
    load: () => import('../features/auth/login/login-page.tsx'),
  },
  {
    ...visitors,
    path: '/signup',
    title: 'Sign Up',
    isServerRendered: true,
    load: () => import('../features/auth/login/signup-page.tsx'),
  },
  {
    ...visitors,
    path: '/reset-password',
    title: 'Reset password',
    load: () => import('../features/auth/email-links/reset-password-page.tsx'),
  },
  {
    ...visitors,
    path: '/confirm-email',
    title: 'Confirm your email',
    load: () => import('../features/auth/email-links/confirm-email-page.tsx'),
  },
  {
    ...visitors,
    path: '/unsubscribe',
    title: 'Reminders',
    load: () => import('../features/emails/unsubscribe-page.tsx'),
  },
  {
    ...users,
    path: '/appointment',
    title: 'Appointment',
    isServerRendered: true,
    hasQueries: true,
    load: () => import('../features/booking/appointment/appointment-page.tsx'),
  },
  {
    ...users,
    path: '/invitation/:id',
    title: 'Invitation',
    load: () => import('../features/guardians/invitation-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard',
    title: 'My Appointments',
    load: () => import('../features/dashboard/appointments/my-appointments-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/children',
    title: 'My Children',
    load: () => import('../features/children/children-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/history',
    title: 'My History',
    load: () => import('../features/dashboard/history/history-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/receipts/:id',
    title: 'Receipt',
    load: () => import('../features/receipts/receipt-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/review',
    title: 'My Review',
    load: () => import('../features/dashboard/review-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/profile',
    title: 'My Profile',
    load: () => import('../features/profile/profile-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/waitlist',
    title: 'My Waiting List',
    load: () => import('../features/waitlist/waitlist-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/offers/:id',
    title: 'Offer',
    load: () => import('../features/waitlist/offer-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/waiting',
    title: 'Waiting List',
    load: () => import('../features/waitlist/desk-waitlist-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/pay',
    title: 'Payment',
    load: () => import('../features/payment/bill-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/appointment/:id',
    title: 'Appointment',
    load: () => import('../features/payment/payment-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/absence',
    title: 'Ill doctor',
    load: () => import('../features/absence/absence-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/day',
    title: 'My day',
    access: 'doctor',
    load: () => import('./locked-doctor-day.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/feeds',
    title: 'Calendar Feeds',
    load: () => import('../features/calendar-feeds/calendar-feeds-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/agenda',
    title: 'Agenda',
    load: () => import('../features/agenda/agenda-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/todo',
    title: 'To Do',
    load: () => import('../features/todo/todo-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/families',
    title: 'Families',
    load: () => import('../features/families/families-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/families/:id',
    title: 'Family',
    load: () => import('../features/families/family-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/families/:id/book',
    title: 'Booking',
    load: () => import('../features/booking/desk/book-family-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/families/:id/squeeze',
    title: 'Squeeze in',
    load: () => import('../features/booking/desk/squeeze-in-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/families/:id/appointments/:appointment',
    title: 'Appointment',
    load: () => import('../features/families/change-appointment-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/corrections',
    title: 'Corrections',
    load: () => import('../features/corrections/corrections-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/refunds',
    title: 'Refunds',
    load: () => import('../features/cash-refunds/cash-refunds-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/closing/:date?',
    title: 'Closing sheet',
    load: () => import('../features/closing/closing-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/insights/:figure?',
    title: 'Insights',
    load: () => import('../features/insights/insights-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/users',
    title: 'All Users',
    load: () => import('../features/users/users-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/adddoctor',
    title: 'Add a Doctor',
    load: () => import('../features/manage-doctors/add-doctor-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/managedoctors',
    title: 'Manage Doctors',
    load: () => import('../features/manage-doctors/manage-doctors-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/managedoctors/:id',
    title: 'Edit a Doctor',
    load: () => import('../features/manage-doctors/edit-doctor-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/schedule',
    title: 'Schedule',
    load: () => import('../features/schedule/schedule-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/treatments',
    title: 'Treatments',
    load: () => import('../features/treatments/treatments-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/clinic',
    title: 'Clinic',
    load: () => import('../features/clinic/clinic-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/payments',
    title: 'Payments',
    load: () => import('../features/reconciliation/payments-page.tsx'),
  },
  {
    ...staff,
    path: '/dashboard/emails',
    title: 'Emails',
    load: () => import('../features/emails/emails-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/webhooks',
    title: 'Webhooks',
    load: () => import('../features/webhooks/webhooks-page.tsx'),
  },
  {
    ...admins,
    path: '/dashboard/audit',
    title: 'Audit Log',
    load: () => import('../features/audit/audit-page.tsx'),
  },
]

/** The document's title. */
export function titleOf({ title }: Page, { name, tagline }: ClinicDetails): string {
  return title ? `${title} | ${name}` : `${name} | ${tagline}`
}
