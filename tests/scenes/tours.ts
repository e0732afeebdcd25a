import { adminTour } from './admin.ts'
import { bookingTour } from './booking.ts'
import { dashboardTour } from './dashboard.ts'
import { mailboxTour } from './emails.ts'
import { familiesTour } from './families.ts'
import { guardiansTour } from './guardians.ts'
import { insightsTour } from './insights.ts'
import { nextVisitsTour } from './next-visits.ts'
import { paymentTour } from './payment.ts'
import { publicTour } from './public.ts'
import type { Tour } from './scene.ts'
import { signInTour } from './sign-in.ts'
import { todoTour } from './todo.ts'
import { waitlistTour } from './waitlist.ts'
import { workspaceTour } from './workspace.ts'

/** Every screen of the site in every state. The emails themselves are checked separately. */
export const TOURS: readonly Tour[] = [
  publicTour,
  signInTour,
  bookingTour,
  dashboardTour,
  guardiansTour,
  paymentTour,
  adminTour,
  insightsTour,
  waitlistTour,
  familiesTour,
  todoTour,
  nextVisitsTour,
  workspaceTour,
  mailboxTour,
]
