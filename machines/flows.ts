import type { AnyStateMachine } from 'xstate'
import { authPaths, authStates } from './auth.paths.ts'
import { authMachine } from './auth.ts'
import { bookingPaths, bookingStates } from './booking.paths.ts'
import { bookingMachine } from './booking.ts'
import type { Path } from './paths.ts'
import { paymentPaths, paymentStates } from './payment.paths.ts'
import { paymentMachine } from './payment.ts'

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
