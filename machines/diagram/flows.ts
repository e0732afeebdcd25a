import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../auth/auth-machine.ts'
import { authPaths, authStates } from '../auth/auth-paths.ts'
import { bookingMachine } from '../booking/booking-machine.ts'
import { bookingPaths, bookingStates } from '../booking/booking-paths.ts'
import { paymentMachine } from '../payment/payment-machine.ts'
import { paymentPaths, paymentStates } from '../payment/payment-paths.ts'
import type { Path } from '../testing/paths.ts'

export interface Flow {
  name: string
  machine: AnyStateMachine
  /** Paths that take every transition. */
  paths: () => Path[]
  /** The states that the drivers look at. */
  states: readonly string[]
}

/** The three flows of the app, each a machine with its generated paths (design section 9). */
export const flows: readonly Flow[] = [
  { name: 'auth', machine: authMachine, paths: authPaths, states: authStates },
  { name: 'booking', machine: bookingMachine, paths: bookingPaths, states: bookingStates },
  { name: 'payment', machine: paymentMachine, paths: paymentPaths, states: paymentStates },
]
