import type { AnyStateMachine } from 'xstate'
import { attendanceMachine } from './attendance/attendance-machine.ts'
import { attendanceWalks } from './attendance/attendance-walks.ts'
import { authMachine } from './auth/auth-machine.ts'
import { authWalks } from './auth/auth-walks.ts'
import { bookingMachine } from './booking/booking-machine.ts'
import { bookingWalks } from './booking/booking-walks.ts'
import { changeMachine } from './change/change-machine.ts'
import { changeWalks } from './change/change-walks.ts'
import { closureMachine } from './closure/closure-machine.ts'
import { closureWalks } from './closure/closure-walks.ts'
import { emailConfirmationMachine } from './email-confirmation/email-confirmation-machine.ts'
import { emailConfirmationWalks } from './email-confirmation/email-confirmation-walks.ts'
import { invitationMachine } from './invitation/invitation-machine.ts'
import { invitationWalks } from './invitation/invitation-walks.ts'
import { passwordResetMachine } from './password-reset/password-reset-machine.ts'
import { passwordResetWalks } from './password-reset/password-reset-walks.ts'
import { paymentMachine } from './payment/payment-machine.ts'
import { paymentWalks } from './payment/payment-walks.ts'
import { secondFactorMachine } from './second-factor/second-factor-machine.ts'
import { secondFactorWalks } from './second-factor/second-factor-walks.ts'
import type { TourOptions, Walk } from './testing/tours.ts'

export interface Flow {
  name: string
  /** A heading for it: 'Booking an appointment'. */
  title: string
  machine: AnyStateMachine
  /** Walks that take every transition. */
  walks: (options?: Pick<TourOptions<never>, 'each'>) => Walk[]
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
    name: 'booking',
    title: 'Booking an appointment',
    machine: bookingMachine,
    walks: (options) => bookingWalks(undefined, options),
  },
  {
    name: 'payment',
    title: 'Paying for it',
    machine: paymentMachine,
    walks: (options) => paymentWalks(undefined, options),
  },
  {
    name: 'change',
    title: 'Moving or canceling it',
    machine: changeMachine,
    walks: (options) => changeWalks(undefined, options),
  },
  {
    name: 'attendance',
    title: 'Attendance at the front desk',
    machine: attendanceMachine,
    walks: (options) => attendanceWalks(undefined, options),
  },
  {
    name: 'closure',
    title: 'Closing time and changing hours',
    machine: closureMachine,
    walks: (options) => closureWalks(undefined, options),
  },
]
