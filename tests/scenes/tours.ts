import { adminTour } from './admin.ts'
import { bookingTour } from './booking.ts'
import { dashboardTour } from './dashboard.ts'
import { emailTour } from './emails.ts'
import { familiesTour } from './families.ts'
import { guardiansTour } from './guardians.ts'
import { paymentTour } from './payment.ts'
import { publicTour } from './public.ts'
import type { Tour } from './scene.ts'
import { signInTour } from './sign-in.ts'

/** Every screen of the site in every state. */
export const TOURS: readonly Tour[] = [
  publicTour,
  signInTour,
  bookingTour,
  dashboardTour,
  guardiansTour,
  paymentTour,
  adminTour,
  familiesTour,
  emailTour,
]
