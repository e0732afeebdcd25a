import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
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
   * The frame around it: the public site, the narrower screens for accounts, the dashboard of families,
   * the workspace of staff and admins.
   */
  area: 'site' | 'account' | 'dashboard' | 'workspace'
  access: 'everyone' | 'user' | 'doctor' | 'staff' | 'admin'
  /** Rendered by the server, without anything personal; the browser renders the others. */
  isServerRendered?: boolean
  /** The server loads data before it renders the page: `prefetchOf` in `page-facts.ts`. */
  hasQueries?: boolean
}

type Frame = Pick<Page, 'area' | 'access' | 'isServerRendered'>

/** Pages that have the same around them, for the same visitors; a page may say otherwise. */
const framed = (frame: Frame, own: readonly (Omit<Page, keyof Frame> & Partial<Frame>)[]): Page[] =>
  own.map((page) => ({ ...frame, ...page }))

/** Every page of the site. To add a page, add an entry. */
export const pages: readonly Page[] = [
  ...framed({ area: 'site', access: 'everyone', isServerRendered: true }, [
    {
      path: '/',
      hasQueries: true,
      load: () => import('../features/home/home-page.tsx'),
    },
    {
      path: '/about',
      title: 'About Us',
      load: () => import('../features/about/about-page.tsx'),
    },
    {
      path: '/reviews',
      title: 'Reviews',
      load: () => import('../features/reviews/reviews-page.tsx'),
    },
    {
      path: '/contactus',
      title: 'Contact Us',
      load: () => import('../features/contact/contact-page.tsx'),
    },
    {
      path: '/doctors',
      title: 'Our Doctors',
      hasQueries: true,
      load: () => import('../features/doctors/doctors-page.tsx'),
    },
    {
      path: '/times',
      title: 'Free Times',
      hasQueries: true,
      load: () => import('../features/times/times-page.tsx'),
    },
    {
      path: '*',
      title: 'Page not found',
      load: () => import('./not-found-page.tsx'),
    },
  ]),
  ...framed({ area: 'account', access: 'everyone' }, [
    {
      path: '/login',
      title: 'Login',
      isServerRendered: true,
      load: () => import('../features/auth/login/login-page.tsx'),
    },
    {
      path: '/signup',
      title: 'Sign Up',
      isServerRendered: true,
      load: () => import('../features/auth/login/signup-page.tsx'),
    },
    {
      path: '/reset-password',
      title: 'Reset password',
      load: () => import('../features/auth/email-links/reset-password-page.tsx'),
    },
    {
      path: '/confirm-email',
      title: 'Confirm your email',
      load: () => import('../features/auth/email-links/confirm-email-page.tsx'),
    },
    {
      path: '/unsubscribe',
      title: 'Reminders',
      load: () => import('../features/emails/unsubscribe-page.tsx'),
    },
  ]),
  ...framed({ area: 'account', access: 'user' }, [
    {
      path: '/appointment',
      title: 'Appointment',
      isServerRendered: true,
      hasQueries: true,
      load: () => import('../features/booking/appointment/appointment-page.tsx'),
    },
    {
      path: '/invitation/:id',
      title: 'Invitation',
      load: () => import('../features/guardians/invitation-page.tsx'),
    },
  ]),
  ...framed({ area: 'dashboard', access: 'user' }, [
    {
      path: '/dashboard',
      title: 'My Appointments',
      load: () => import('../features/dashboard/appointments/my-appointments-page.tsx'),
    },
    {
      path: '/dashboard/children',
      title: 'My Children',
      load: () => import('../features/children/children-page.tsx'),
    },
    {
      path: '/dashboard/history',
      title: 'My History',
      load: () => import('../features/dashboard/history/history-page.tsx'),
    },
    {
      path: '/dashboard/receipts/:id',
      title: 'Receipt',
      load: () => import('../features/receipts/receipt-page.tsx'),
    },
    {
      path: '/dashboard/review',
      title: 'My Review',
      load: () => import('../features/dashboard/review-page.tsx'),
    },
    {
      path: '/dashboard/profile',
      title: 'My Profile',
      load: () => import('../features/profile/profile-page.tsx'),
    },
    {
      path: '/dashboard/waitlist',
      title: 'My Waiting List',
      load: () => import('../features/waitlist/waitlist-page.tsx'),
    },
    {
      path: '/dashboard/offers/:id',
      title: 'Offer',
      load: () => import('../features/waitlist/offer-page.tsx'),
    },
    {
      path: '/dashboard/pay',
      title: 'Payment',
      load: () => import('../features/payment/bill-page.tsx'),
    },
    {
      path: '/dashboard/appointment/:id',
      title: 'Appointment',
      load: () => import('../features/payment/payment-page.tsx'),
    },
    {
      path: '/dashboard/day',
      title: 'My day',
      access: 'doctor',
      load: () => import('./locked-doctor-day.tsx'),
    },
  ]),
  ...framed({ area: 'workspace', access: 'staff' }, [
    {
      path: '/dashboard/waiting',
      title: 'Waiting List',
      load: () => import('../features/waitlist/desk-waitlist-page.tsx'),
    },
    {
      path: '/dashboard/absence',
      title: 'Ill doctor',
      load: () => import('../features/absence/absence-page.tsx'),
    },
    {
      path: '/dashboard/feeds',
      title: 'Calendar Feeds',
      load: () => import('../features/calendar-feeds/calendar-feeds-page.tsx'),
    },
    {
      path: '/dashboard/agenda',
      title: 'Agenda',
      load: () => import('../features/agenda/agenda-page.tsx'),
    },
    {
      path: '/dashboard/todo',
      title: 'To Do',
      load: () => import('../features/todo/todo-page.tsx'),
    },
    {
      path: '/dashboard/families',
      title: 'Families',
      load: () => import('../features/families/families-page.tsx'),
    },
    {
      path: '/dashboard/families/:id',
      title: 'Family',
      load: () => import('../features/families/family-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/book',
      title: 'Booking',
      load: () => import('../features/booking/desk/book-family-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/squeeze',
      title: 'Squeeze in',
      load: () => import('../features/booking/desk/squeeze-in-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/appointments/:appointment',
      title: 'Appointment',
      load: () => import('../features/families/change-appointment-page.tsx'),
    },
    {
      path: '/dashboard/corrections',
      title: 'Corrections',
      load: () => import('../features/corrections/corrections-page.tsx'),
    },
    {
      path: '/dashboard/refunds',
      title: 'Refunds',
      load: () => import('../features/cash-refunds/cash-refunds-page.tsx'),
    },
    {
      path: '/dashboard/closing/:date?',
      title: 'Closing sheet',
      load: () => import('../features/closing/closing-page.tsx'),
    },
    {
      path: '/dashboard/insights/:figure?',
      title: 'Insights',
      load: () => import('../features/insights/insights-page.tsx'),
    },
    {
      path: '/dashboard/emails',
      title: 'Emails',
      load: () => import('../features/emails/emails-page.tsx'),
    },
  ]),
  ...framed({ area: 'workspace', access: 'admin' }, [
    {
      path: '/dashboard/users',
      title: 'All Users',
      load: () => import('../features/users/users-page.tsx'),
    },
    {
      path: '/dashboard/adddoctor',
      title: 'Add a Doctor',
      load: () => import('../features/manage-doctors/add-doctor-page.tsx'),
    },
    {
      path: '/dashboard/managedoctors',
      title: 'Manage Doctors',
      load: () => import('../features/manage-doctors/manage-doctors-page.tsx'),
    },
    {
      path: '/dashboard/managedoctors/:id',
      title: 'Edit a Doctor',
      load: () => import('../features/manage-doctors/edit-doctor-page.tsx'),
    },
    {
      path: '/dashboard/schedule',
      title: 'Schedule',
      load: () => import('../features/schedule/schedule-page.tsx'),
    },
    {
      path: '/dashboard/treatments',
      title: 'Treatments',
      load: () => import('../features/treatments/treatments-page.tsx'),
    },
    {
      path: '/dashboard/clinic',
      title: 'Clinic',
      load: () => import('../features/clinic/clinic-page.tsx'),
    },
    {
      path: '/dashboard/payments',
      title: 'Payments',
      load: () => import('../features/reconciliation/payments-page.tsx'),
    },
    {
      path: '/dashboard/webhooks',
      title: 'Webhooks',
      load: () => import('../features/webhooks/webhooks-page.tsx'),
    },
    {
      path: '/dashboard/audit',
      title: 'Audit Log',
      load: () => import('../features/audit/audit-page.tsx'),
    },
  ]),
]

/** The document's title. */
export function titleOf({ title }: Page, { name, tagline }: ClinicDetails): string {
  return title ? `${title} | ${name}` : `${name} | ${tagline}`
}
