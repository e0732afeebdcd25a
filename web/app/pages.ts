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

const dashboard = { area: 'dashboard' } as const
const workspace = { area: 'workspace' } as const

/** Every page of the site. To add a page, add an entry. */
export const pages: readonly Page[] = [
  {
    path: '/',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    hasQueries: true,
    load: () => import('../features/home/home-page.tsx'),
  },
  {
    path: '/about',
    title: 'About Us',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('../features/about/about-page.tsx'),
  },
  {
    path: '/reviews',
    title: 'Reviews',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('../features/reviews/reviews-page.tsx'),
  },
  {
    path: '/contactus',
    title: 'Contact Us',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('../features/contact/contact-page.tsx'),
  },
  {
    path: '/doctors',
    title: 'Our Doctors',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    hasQueries: true,
    load: () => import('../features/doctors/doctors-page.tsx'),
  },
  {
    path: '/times',
    title: 'Free Times',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    hasQueries: true,
    load: () => import('../features/times/times-page.tsx'),
  },
  {
    path: '*',
    title: 'Page not found',
    area: 'site',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('./not-found-page.tsx'),
  },
  {
    path: '/login',
    title: 'Login',
    area: 'account',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('../features/auth/login/login-page.tsx'),
  },
  {
    path: '/signup',
    title: 'Sign Up',
    area: 'account',
    access: 'everyone',
    isServerRendered: true,
    load: () => import('../features/auth/login/signup-page.tsx'),
  },
  {
    path: '/reset-password',
    title: 'Reset password',
    area: 'account',
    access: 'everyone',
    load: () => import('../features/auth/email-links/reset-password-page.tsx'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    area: 'account',
    access: 'everyone',
    load: () => import('../features/auth/email-links/confirm-email-page.tsx'),
  },
  {
    path: '/unsubscribe',
    title: 'Reminders',
    area: 'account',
    access: 'everyone',
    load: () => import('../features/emails/unsubscribe-page.tsx'),
  },
  {
    path: '/appointment',
    title: 'Appointment',
    area: 'account',
    access: 'user',
    isServerRendered: true,
    hasQueries: true,
    load: () => import('../features/booking/appointment/appointment-page.tsx'),
  },
  {
    path: '/invitation/:id',
    title: 'Invitation',
    area: 'account',
    access: 'user',
    load: () => import('../features/guardians/invitation-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard',
    title: 'My Appointments',
    access: 'user',
    load: () => import('../features/dashboard/appointments/my-appointments-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/children',
    title: 'My Children',
    access: 'user',
    load: () => import('../features/children/children-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/history',
    title: 'My History',
    access: 'user',
    load: () => import('../features/dashboard/history/history-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/receipts/:id',
    title: 'Receipt',
    access: 'user',
    load: () => import('../features/receipts/receipt-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/review',
    title: 'My Review',
    access: 'user',
    load: () => import('../features/dashboard/review-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/profile',
    title: 'My Profile',
    access: 'user',
    load: () => import('../features/profile/profile-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/waitlist',
    title: 'My Waiting List',
    access: 'user',
    load: () => import('../features/waitlist/waitlist-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/offers/:id',
    title: 'Offer',
    access: 'user',
    load: () => import('../features/waitlist/offer-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/waiting',
    title: 'Waiting List',
    access: 'staff',
    load: () => import('../features/waitlist/desk-waitlist-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/pay',
    title: 'Payment',
    access: 'user',
    load: () => import('../features/payment/bill-page.tsx'),
  },
  {
    ...dashboard,
    path: '/dashboard/appointment/:id',
    title: 'Appointment',
    access: 'user',
    load: () => import('../features/payment/payment-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/absence',
    title: 'Ill doctor',
    access: 'staff',
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
    ...workspace,
    path: '/dashboard/feeds',
    title: 'Calendar Feeds',
    access: 'staff',
    load: () => import('../features/calendar-feeds/calendar-feeds-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/agenda',
    title: 'Agenda',
    access: 'staff',
    load: () => import('../features/agenda/agenda-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/todo',
    title: 'To Do',
    access: 'staff',
    load: () => import('../features/todo/todo-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/families',
    title: 'Families',
    access: 'staff',
    load: () => import('../features/families/families-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/families/:id',
    title: 'Family',
    access: 'staff',
    load: () => import('../features/families/family-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/families/:id/book',
    title: 'Booking',
    access: 'staff',
    load: () => import('../features/booking/desk/book-family-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/families/:id/squeeze',
    title: 'Squeeze in',
    access: 'staff',
    load: () => import('../features/booking/desk/squeeze-in-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/families/:id/appointments/:appointment',
    title: 'Appointment',
    access: 'staff',
    load: () => import('../features/families/change-appointment-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/corrections',
    title: 'Corrections',
    access: 'staff',
    load: () => import('../features/corrections/corrections-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/refunds',
    title: 'Refunds',
    access: 'staff',
    load: () => import('../features/cash-refunds/cash-refunds-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/closing/:date?',
    title: 'Closing sheet',
    access: 'staff',
    load: () => import('../features/closing/closing-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/insights/:figure?',
    title: 'Insights',
    access: 'staff',
    load: () => import('../features/insights/insights-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/users',
    title: 'All Users',
    access: 'admin',
    load: () => import('../features/users/users-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/adddoctor',
    title: 'Add a Doctor',
    access: 'admin',
    load: () => import('../features/manage-doctors/add-doctor-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/managedoctors',
    title: 'Manage Doctors',
    access: 'admin',
    load: () => import('../features/manage-doctors/manage-doctors-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/managedoctors/:id',
    title: 'Edit a Doctor',
    access: 'admin',
    load: () => import('../features/manage-doctors/edit-doctor-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/schedule',
    title: 'Schedule',
    access: 'admin',
    load: () => import('../features/schedule/schedule-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/treatments',
    title: 'Treatments',
    access: 'admin',
    load: () => import('../features/treatments/treatments-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/clinic',
    title: 'Clinic',
    access: 'admin',
    load: () => import('../features/clinic/clinic-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/payments',
    title: 'Payments',
    access: 'admin',
    load: () => import('../features/reconciliation/payments-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/emails',
    title: 'Emails',
    access: 'staff',
    load: () => import('../features/emails/emails-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/webhooks',
    title: 'Webhooks',
    access: 'admin',
    load: () => import('../features/webhooks/webhooks-page.tsx'),
  },
  {
    ...workspace,
    path: '/dashboard/audit',
    title: 'Audit Log',
    access: 'admin',
    load: () => import('../features/audit/audit-page.tsx'),
  },
]

/** The document's title. */
export function titleOf({ title }: Page, { name, tagline }: ClinicDetails): string {
  return title ? `${title} | ${name}` : `${name} | ${tagline}`
}
