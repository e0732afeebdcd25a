import type { AnyStateMachine } from 'xstate'
import { authMachine } from './auth/auth-machine.ts'
import { authPaths, authStates } from './auth/auth-paths.ts'
import { bookingMachine } from './booking/booking-machine.ts'
import { bookingPaths, bookingStates } from './booking/booking-paths.ts'
import { paymentMachine } from './payment/payment-machine.ts'
import { paymentPaths, paymentStates } from './payment/payment-paths.ts'
import type { Path } from './testing/paths.ts'

export interface Flow {
  name: string
  /** A heading for it: 'Booking an appointment'. */
  title: string
  machine: AnyStateMachine
  /** Paths that take every transition. */
  paths: () => Path[]
  /** The states that the drivers check. */
  states: readonly string[]
}

/** Every flow of the app, in the order in which a user meets them. */
export const flows: readonly Flow[] = [
  {
    name: 'auth',
    title: 'Logging in and out',
    machine: authMachine,
    paths: authPaths,
    states: authStates,
  },
  {
    name: 'booking',
    title: 'Booking an appointment',
    machine: bookingMachine,
    paths: bookingPaths,
    states: bookingStates,
  },
  {
    name: 'payment',
    title: 'Paying for it',
    machine: paymentMachine,
    paths: paymentPaths,
    states: paymentStates,
  },
]
