import type { AnyStateMachine } from 'xstate'
import { absenceMachine } from '#machines/absence/absence-machine.ts'
import { attendanceMachine } from '#machines/attendance/attendance-machine.ts'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import { claimMachine } from '#machines/claim/claim-machine.ts'
import { closureMachine } from '#machines/closure/closure-machine.ts'
import { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import { importMachine } from '#machines/import/import-machine.ts'
import { invitationMachine } from '#machines/invitation/invitation-machine.ts'
import { nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { offerMachine } from '#machines/offer/offer-machine.ts'
import { openingMachine } from '#machines/opening/opening-machine.ts'
import { passwordResetMachine } from '#machines/password-reset/password-reset-machine.ts'
import { paymentMachine } from '#machines/payment/payment-machine.ts'
import { rescheduleMachine } from '#machines/reschedule/reschedule-machine.ts'
import { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { seriesBookingMachine } from '#machines/series-booking/series-booking-machine.ts'
import { siblingsBookingMachine } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { absenceWalks } from '#machines/testing/absence/absence-walks.ts'
import { attendanceWalks } from '#machines/testing/attendance/attendance-walks.ts'
import { authWalks } from '#machines/testing/auth/auth-walks.ts'
import { bookingWalks } from '#machines/testing/booking/booking-walks.ts'
import { claimWalks } from '#machines/testing/claim/claim-walks.ts'
import { closureWalks } from '#machines/testing/closure/closure-walks.ts'
import { emailConfirmationWalks } from '#machines/testing/email-confirmation/email-confirmation-walks.ts'
import { importWalks } from '#machines/testing/import/import-walks.ts'
import { invitationWalks } from '#machines/testing/invitation/invitation-walks.ts'
import { nextVisitWalks } from '#machines/testing/next-visit/next-visit-walks.ts'
import { offerWalks } from '#machines/testing/offer/offer-walks.ts'
import { openingWalks } from '#machines/testing/opening/opening-walks.ts'
import { passwordResetWalks } from '#machines/testing/password-reset/password-reset-walks.ts'
import { paymentWalks } from '#machines/testing/payment/payment-walks.ts'
import { rescheduleWalks } from '#machines/testing/reschedule/reschedule-walks.ts'
import { secondFactorWalks } from '#machines/testing/second-factor/second-factor-walks.ts'
import { seriesBookingWalks } from '#machines/testing/series-booking/series-booking-walks.ts'
import { siblingsBookingWalks } from '#machines/testing/siblings-booking/siblings-booking-walks.ts'
import type { TourOptions, Walk } from './tours.ts'

export interface Flow {
  name: string
  /** A heading for it: 'Booking an appointment'. */
  title: string
  machine: AnyStateMachine
  /** Walks that take every transition. */
  walks: (options?: Pick<TourOptions<never>, 'each'>) => Walk[]
  /** Transitions that begin outside of the user's steps: tests of their own take them. */
  outside?: readonly string[]
}

/** Every flow of the app, in the order in which a user meets them. */
export const flows: readonly Flow[] = [
  {
    name: 'auth',
    title: 'Logging in and out',
    machine: authMachine,
    walks: (options) => authWalks(undefined, options),
  },
  {
    name: 'second-factor',
    title: 'Adding a phone as the second factor',
    machine: secondFactorMachine,
    walks: (options) => secondFactorWalks(undefined, options),
  },
  {
    name: 'email-confirmation',
    title: 'Confirming or changing an email address by a link',
    machine: emailConfirmationMachine,
    walks: (options) => emailConfirmationWalks(undefined, options),
  },
  {
    name: 'password-reset',
    title: 'Choosing a new password by a link',
    machine: passwordResetMachine,
    walks: (options) => passwordResetWalks(undefined, options),
  },
  {
    name: 'invitation',
    title: 'Accepting an invitation to look after children',
    machine: invitationMachine,
    walks: (options) => invitationWalks(undefined, options),
  },
  {
    name: 'claim',
    title: 'Claiming a family that the clinic has imported',
    machine: claimMachine,
    walks: (options) => claimWalks(options),
  },
  {
    name: 'booking',
    title: 'Booking an appointment',
    machine: bookingMachine,
    walks: (options) => bookingWalks(undefined, options),
    // Others book and cancel meanwhile: booking-machine.test.ts, web/both/booking/live-times.test.tsx
    // and tests/browser/live-times.spec.ts.
    outside: [
      'treatment.choosing — treatments.refresh → undefined',
      'slot.choosing — treatments.refresh → undefined',
      'dialog — treatments.refresh → undefined',
      'dialog — slot.choose → undefined',
    ],
  },
  {
    name: 'siblings-booking',
    title: 'Booking for siblings who come together',
    machine: siblingsBookingMachine,
    walks: (options) => siblingsBookingWalks(undefined, options),
  },
  {
    name: 'series-booking',
    title: 'Booking an appointment that repeats',
    machine: seriesBookingMachine,
    walks: (options) => seriesBookingWalks(undefined, options),
  },
  {
    name: 'payment',
    title: 'Paying for it',
    machine: paymentMachine,
    walks: (options) => paymentWalks(undefined, options),
  },
  {
    name: 'offer',
    title: 'Answering an offer of the waiting list',
    machine: offerMachine,
    walks: (options) => offerWalks(options),
  },
  {
    name: 'next-visit',
    title: 'Booking or answering a visit that the clinic asks for',
    machine: nextVisitMachine,
    walks: (options) => nextVisitWalks(options),
  },
  {
    name: 'reschedule',
    title: 'Moving or canceling it',
    machine: rescheduleMachine,
    walks: (options) => rescheduleWalks(undefined, options),
  },
  {
    name: 'attendance',
    title: 'Attendance at the front desk',
    machine: attendanceMachine,
    walks: (options) => attendanceWalks(undefined, options),
  },
  {
    name: 'absence',
    title: 'A doctor who is ill today',
    machine: absenceMachine,
    walks: (options) => absenceWalks(undefined, options),
  },
  {
    name: 'closure',
    title: 'Closing time and changing hours',
    machine: closureMachine,
    walks: (options) => closureWalks(undefined, options),
  },
  {
    name: 'opening',
    title: 'Opening and pausing online booking',
    machine: openingMachine,
    walks: (options) => openingWalks(options),
  },
  {
    name: 'import',
    title: 'Importing files of the previous system',
    machine: importMachine,
    walks: (options) => importWalks(options),
  },
]
