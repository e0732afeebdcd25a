import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { authPaths, authStates } from './auth.paths.ts'
import { authMachine } from './auth.ts'
import { bookingPaths, bookingStates } from './booking.paths.ts'
import { bookingMachine } from './booking.ts'
import { coverage, leafStates, type Path } from './paths.ts'
import { paymentPaths, paymentStates } from './payment.paths.ts'
import { paymentMachine } from './payment.ts'

interface Flow {
  name: string
  machine: AnyStateMachine
  paths: Path[]
  states: readonly string[]
}

const flows: Flow[] = [
  { name: 'auth', machine: authMachine, paths: authPaths(), states: authStates },
  { name: 'booking', machine: bookingMachine, paths: bookingPaths(), states: bookingStates },
  { name: 'payment', machine: paymentMachine, paths: paymentPaths(), states: paymentStates },
]

describe.each(flows)('the paths of the $name machine', ({ machine, paths, states }) => {
  it('reach every state and take every transition', () => {
    const { states, transitions } = coverage(machine, paths)
    expect(states.missed).toEqual([])
    expect(transitions.missed).toEqual([])
  })

  it('know every state by its name', () => {
    expect([...states].sort()).toEqual(leafStates(machine).sort())
  })
})
