import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as titles from '#words/en/site/pages.ts'
import type { LoadComponent } from '../components/states/lazy-component.tsx'
import type { PrefetchData } from '../lib/api/prefetch.ts'

/** Code that is loaded on demand. */
export interface Chunk {
  load: LoadComponent
  /** The path of the module from `web/`; the build writes it (`web/build/module-paths.ts`). */
  module?: string
}

export interface Page extends Chunk {
  load: () => Promise<Awaited<ReturnType<LoadComponent>> & { prefetch?: PrefetchData }>
  /** `:id` stands for one segment, `*` for every address that has no page. */
  path: string
  /**
   * Shown in the browser's tab before the clinic's name; absent for the home page, and for pages
   * that set their own.
   */
  title?: string
  /**
   * The frame: the public site, the narrow screens for accounts, the family's dashboard, or the workspace of
   * staff, admins and doctors.
   */
  area: 'site' | 'account' | 'dashboard' | 'workspace'
  access: 'everyone' | 'user' | 'doctor' | 'staff' | 'admin'
  /** Rendered by the server, with public data only; the browser renders other pages. */
  isServerRendered?: boolean
  /** Whether the server loads data before it renders the page: `prefetchOf` in `page-facts.ts`. */
  hasQueries?: boolean
  /** Whether another language leads to the page in English: screens of staff and admins. */
  isInEnglish?: boolean
}

type Frame = Pick<Page, 'area' | 'access' | 'isServerRendered'>

/** Pages with the same frame and the same visitors, unless a page overrides that. */
const framed = (frame: Frame, own: readonly (Omit<Page, keyof Frame> & Partial<Frame>)[]): Page[] =>
  own.map((page) => ({ ...frame, ...page }))

/** Every page of the site. To add a page, add an entry. */
const everyPage: readonly Page[] = [
  ...framed({ area: 'site', access: 'everyone', isServerRendered: true }, [
    {
      path: '/',
      hasQueries: true,
      load: () => import('../family/home/home-page.tsx'),
    },
    {
      path: '/about',
      title: titles.aboutUs,
      load: () => import('../family/about/about-page.tsx'),
    },
    {
      path: '/reviews',
      title: titles.reviews,
      load: () => import('../family/reviews/reviews-page.tsx'),
    },
    {
      path: '/contactus',
      title: titles.contactUs,
      load: () => import('../family/about/contact-page.tsx'),
    },
    {
      path: '/doctors',
      title: titles.ourDoctors,
      hasQueries: true,
      load: () => import('../family/doctors/doctors-page.tsx'),
    },
    {
      path: '/times',
      title: titles.freeTimes,
      hasQueries: true,
      load: () => import('../family/times/times-page.tsx'),
    },
    {
      path: '/legal/:page',
      hasQueries: true,
      load: () => import('../family/legal/legal-page.tsx'),
    },
    {
      path: '*',
      title: titles.pageNotFound,
      load: () => import('../family/not-found/not-found-page.tsx'),
    },
  ]),
  ...framed({ area: 'account', access: 'everyone' }, [
    {
      path: '/login',
      title: titles.logIn,
      isServerRendered: true,
      load: () => import('../family/auth/login/login-page.tsx'),
    },
    {
      path: '/signup',
      title: titles.signUp,
      isServerRendered: true,
      load: () => import('../family/auth/login/signup-page.tsx'),
    },
    {
      path: '/reset-password',
      title: titles.resetPassword,
      load: () => import('../family/auth/email-links/reset-password-page.tsx'),
    },
    {
      path: '/confirm-email',
      title: titles.confirmEmail,
      load: () => import('../family/auth/email-links/confirm-email-page.tsx'),
    },
    {
      path: '/unsubscribe',
      title: titles.reminders,
      load: () => import('../family/auth/email-links/unsubscribe-page.tsx'),
    },
    {
      path: '/claim/:token',
      title: titles.yourFamily,
      load: () => import('../family/claim/claim-page.tsx'),
    },
    {
      path: '/recalls/stop',
      title: titles.reminders,
      load: () => import('../family/auth/email-links/unsubscribe-page.tsx'),
    },
  ]),
  ...framed({ area: 'account', access: 'user' }, [
    {
      path: '/appointment',
      title: titles.appointment,
      isServerRendered: true,
      hasQueries: true,
      load: () => import('../family/booking/appointment-page.tsx'),
    },
    {
      path: '/invitation/:id',
      title: titles.invitation,
      load: () => import('../family/guardians/invitation-page.tsx'),
    },
  ]),
  ...framed({ area: 'dashboard', access: 'user' }, [
    {
      path: '/dashboard',
      title: titles.myAppointments,
      load: () => import('../family/dashboard/appointments/my-appointments-page.tsx'),
    },
    {
      path: '/dashboard/children',
      title: titles.myChildren,
      load: () => import('../family/children/children-page.tsx'),
    },
    {
      path: '/dashboard/history',
      title: titles.myHistory,
      load: () => import('../family/dashboard/history/history-page.tsx'),
    },
    {
      path: '/dashboard/receipts/:id',
      title: titles.receipt,
      load: () => import('../family/payment/receipt-page.tsx'),
    },
    {
      path: '/dashboard/review',
      title: titles.myReview,
      load: () => import('../family/dashboard/review-page.tsx'),
    },
    {
      path: '/dashboard/profile',
      title: titles.myProfile,
      load: () => import('../family/profile/profile-page.tsx'),
    },
    {
      path: '/dashboard/waitlist',
      title: titles.myWaitingList,
      load: () => import('../family/waitlist/waitlist-page.tsx'),
    },
    {
      path: '/dashboard/offers/:id',
      title: titles.offer,
      load: () => import('../family/waitlist/offer-page.tsx'),
    },
    {
      path: '/dashboard/pay',
      title: titles.payment,
      load: () => import('../family/payment/bill-page.tsx'),
    },
    {
      path: '/dashboard/appointment/:id',
      title: titles.appointment,
      load: () => import('../family/payment/payment-page.tsx'),
    },
  ]),
  ...framed({ area: 'workspace', access: 'doctor' }, [
    {
      path: '/dashboard/day',
      title: 'My day',
      load: () => import('../desk/agenda/doctor-day-page.tsx'),
    },
    {
      path: '/dashboard/day/help',
      title: 'Help',
      load: () => import('../desk/help/doctor-help-page.tsx'),
    },
  ]),
  ...framed({ area: 'workspace', access: 'staff' }, [
    {
      path: '/dashboard/waiting',
      title: 'Waiting list',
      load: () => import('../desk/waitlist/desk-waitlist-page.tsx'),
    },
    {
      path: '/dashboard/absence',
      title: 'Ill doctor',
      load: () => import('../desk/absence/absence-page.tsx'),
    },
    {
      path: '/dashboard/help',
      title: 'Help',
      load: () => import('../desk/help/help-page.tsx'),
    },
    {
      path: '/dashboard/help/:page',
      title: 'Help',
      load: () => import('../desk/help/handbook-page.tsx'),
    },
    {
      path: '/dashboard/feeds',
      title: 'Calendar feeds',
      load: () => import('../desk/connections/calendar-feeds-page.tsx'),
    },
    {
      path: '/dashboard/agenda',
      title: 'Today',
      load: () => import('../desk/agenda/agenda-page.tsx'),
    },
    {
      path: '/dashboard/todo',
      title: 'To do',
      load: () => import('../desk/todo/todo-page.tsx'),
    },
    {
      path: '/dashboard/families',
      title: 'Families',
      load: () => import('../desk/families/families-page.tsx'),
    },
    {
      path: '/dashboard/families/:id',
      title: 'Family',
      load: () => import('../desk/families/family-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/book',
      title: 'Booking',
      load: () => import('../desk/booking/book-family-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/squeeze',
      title: 'Squeeze in',
      load: () => import('../desk/booking/squeeze-in-page.tsx'),
    },
    {
      path: '/dashboard/families/:id/appointments/:appointment',
      title: 'Appointment',
      load: () => import('../desk/families/change-appointment-page.tsx'),
    },
    {
      path: '/dashboard/corrections',
      title: 'Corrections',
      load: () => import('../desk/families/corrections-page.tsx'),
    },
    {
      path: '/dashboard/refunds',
      title: 'Hand back',
      load: () => import('../desk/payments/cash-refunds/cash-refunds-page.tsx'),
    },
    {
      path: '/dashboard/closing/:date?',
      title: 'Closing sheet',
      load: () => import('../desk/closing/closing-page.tsx'),
    },
    {
      path: '/dashboard/insights/:figure?',
      title: 'Insights',
      load: () => import('../desk/insights/insights-page.tsx'),
    },
    {
      path: '/dashboard/emails',
      title: 'Emails',
      load: () => import('../desk/emails/emails-page.tsx'),
    },
  ]),
  ...framed({ area: 'workspace', access: 'admin' }, [
    {
      path: '/dashboard/users',
      title: 'All users',
      load: () => import('../desk/users/users-page.tsx'),
    },
    {
      path: '/dashboard/adddoctor',
      title: 'Add a Doctor',
      load: () => import('../desk/doctors/add-doctor-page.tsx'),
    },
    {
      path: '/dashboard/managedoctors',
      title: 'Manage Doctors',
      load: () => import('../desk/doctors/manage-doctors-page.tsx'),
    },
    {
      path: '/dashboard/managedoctors/:id',
      title: 'Edit a Doctor',
      load: () => import('../desk/doctors/edit-doctor-page.tsx'),
    },
    {
      path: '/dashboard/schedule/:section?',
      title: 'Schedule',
      load: () => import('../desk/schedule/schedule-page.tsx'),
    },
    {
      path: '/dashboard/treatments',
      title: 'Treatments',
      load: () => import('../desk/treatments/treatments-page.tsx'),
    },
    {
      path: '/dashboard/check-up-plan',
      title: 'Check-up plan',
      load: () => import('../desk/next-visits/check-up-plan-page.tsx'),
    },
    {
      path: '/dashboard/clinic/:section?',
      title: 'Clinic',
      load: () => import('../desk/clinic/clinic-page.tsx'),
    },
    {
      path: '/dashboard/posters',
      title: 'Posters',
      load: () => import('../desk/clinic/posters-page.tsx'),
    },
    {
      path: '/dashboard/website/:section?',
      title: 'Website',
      load: () => import('./website-page.tsx'),
    },
    {
      path: '/dashboard/languages',
      title: 'Languages',
      load: () => import('../desk/site/languages-page.tsx'),
    },
    {
      path: '/dashboard/opening',
      title: 'Online Booking',
      load: () => import('../desk/opening/opening-page.tsx'),
    },
    {
      path: '/dashboard/import/:id?',
      title: 'Import',
      load: () => import('../desk/import/import-page.tsx'),
    },
    {
      path: '/dashboard/export',
      title: 'Export',
      load: () => import('../desk/exports/export-page.tsx'),
    },
    {
      path: '/dashboard/legal/:page?',
      title: 'Legal pages',
      load: () => import('../desk/legal/legal-page.tsx'),
    },
    {
      path: '/dashboard/payments',
      title: 'Payments',
      load: () => import('../desk/payments/payments-page.tsx'),
    },
    {
      path: '/dashboard/webhooks',
      title: 'Webhooks',
      load: () => import('../desk/connections/webhooks-page.tsx'),
    },
    {
      path: '/dashboard/audit',
      title: 'Audit log',
      load: () => import('../desk/audit/audit-page.tsx'),
    },
  ]),
]

/** The pages of the site in its language: screens of staff and admins are in English. */
export const pages: readonly Page[] =
  LANGUAGE === 'en'
    ? everyPage
    : everyPage.map((page) =>
        page.area === 'workspace'
          ? {
              ...page,
              area: 'account',
              access: 'everyone',
              isInEnglish: true,
              load: () => import('../both/languages/page-in-english.tsx'),
            }
          : page,
      )

/** The document's title. */
export function titleOf({ title }: Page, { name, tagline }: ClinicDetails): string {
  return title ? `${title} | ${name}` : `${name} | ${tagline}`
}
