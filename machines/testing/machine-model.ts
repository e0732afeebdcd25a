import { expect } from 'vitest'
import { type AnyStateMachine, type ContextFrom, createActor, SimulatedClock } from 'xstate'
import { type HeldActors, holdActors } from './held-actors.ts'
import type { Case, Driver, Server, Walk } from './tours.ts'
import { take } from './tours.ts'

/** A machine that runs without screens: its calls wait for the test, and so does its clock. */
export interface MachineModel<Machine extends AnyStateMachine>
  extends Pick<HeldActors<Machine>, 'inputOf' | 'isCalled' | 'timesCalled'> {
  /** Sends an event, which the machine has to accept. */
  send(event: Case): void
  can(event: Case): boolean
  context(): ContextFrom<Machine>
  /** The types of the events that the machine has emitted. */
  emitted: readonly string[]
  server: Server
}

interface ModelOptions {
  input?: unknown
  /** Milliseconds that the delay of that name has to take now. */
  delays?: Record<string, () => number>
}

/**
 * Takes the walk on the machine alone.
 * @param drive makes the driver: what the machine has to know in each state
 */
export async function walkMachine<Machine extends AnyStateMachine>(
  machine: AnyStateMachine,
  walk: Walk,
  { input, delays = {} }: ModelOptions,
  drive: (model: MachineModel<Machine>) => Driver<Machine>,
): Promise<void> {
  const actors = holdActors(machine)
  const clock = new SimulatedClock()
  const actor = createActor(actors.machine, { input, clock })
  // Whether it fails is seen in its snapshot.
  actor.subscribe({ error: () => undefined })
  const emitted: string[] = []
  actor.on('*', ({ type }) => emitted.push(type))
  actor.start()

  const settle = async (end: () => void) => {
    end()
    // The actor is notified some microtasks later.
    await new Promise((resolve) => setTimeout(resolve))
  }
  const driver = drive({
    ...actors,
    send(event) {
      expect(actor.getSnapshot().can(event)).toBe(true)
      actor.send(event)
    },
    can: (event) => actor.getSnapshot().can(event),
    context: () => actor.getSnapshot().context,
    emitted,
    server: {
      succeed: (id, output) => settle(() => actors.succeed(id, output)),
      fail: (id, error) => settle(() => actors.fail(id, error)),
      async wait(delay) {
        const before = actor.getSnapshot()
        clock.increment((delays[delay]?.() ?? 0) - 1)
        expect(actor.getSnapshot()).toBe(before)
        clock.increment(1)
      },
    },
  })
  try {
    await take(walk, { ...driver, see: inState(driver.see, () => actor.getSnapshot()) })
  } finally {
    actor.stop()
  }
}

/** Takes walks on that machine, or on a changed one, as `walkMachine` does. */
export const modelOf =
  <Machine extends AnyStateMachine>(
    machine: Machine,
    options: ModelOptions,
    drive: (model: MachineModel<Machine>) => Driver<Machine>,
  ) =>
  (walk: Walk, changed: AnyStateMachine = machine): Promise<void> =>
    walkMachine(changed, walk, options, drive)

/** Checks that the machine is in the state before what it knows. */
function inState<See extends object>(
  see: See,
  snapshot: () => { status: string; value: unknown; matches(state: string): boolean },
): See {
  const checks = Object.entries(see).map(([state, check]) => [
    state,
    (context: unknown) => {
      const { status, value } = snapshot()
      expect(status).toBe('active')
      expect({ state, value, is: snapshot().matches(state) }).toMatchObject({ is: true })
      return check(context)
    },
  ])
  return Object.fromEntries(checks)
}
