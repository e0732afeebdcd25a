import { expect } from 'vitest'
import {
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFrom,
  type OutputFrom,
  SimulatedClock,
} from 'xstate'
import { type HeldActors, holdActors } from './held-actors.ts'
import { type Case, type Driver, type Moment, take, type Walk } from './tours.ts'

/** A machine that runs without screens: its calls wait for the test, and so does its clock. */
export interface MachineModel<Machine extends AnyStateMachine>
  extends Pick<HeldActors<Machine>, 'inputOf' | 'isCalled' | 'timesCalled'> {
  /** Sends an event, which the machine has to accept. */
  send(event: Case): void
  can(event: Case): boolean
  context(): ContextFrom<Machine>
  /** What the machine has ended with. */
  output(): OutputFrom<Machine> | undefined
  /** The types of the events that the machine has emitted. */
  emitted: readonly string[]
}

/** The expected context in each state, and what changes it. */
export interface Expectations<Machine extends AnyStateMachine> {
  /** Replaces the walk's event. */
  replace?(event: Case): Case
  /** What changes when the machine takes an event of any type. */
  onEvent?(): void
  /** The same for events of one type. */
  on?: {
    [Type in EventFrom<Machine>['type']]?: (
      event: Extract<EventFrom<Machine>, { type: Type }>,
      moment: Moment<ContextFrom<Machine>>,
    ) => void
  }
  /** What changes when the call of that id succeeds. */
  onDone?(id: string, output: unknown): void
  onError?(id: string, error: { message: string; code?: string }): void
  /** Milliseconds that the delay of that name has to take now. */
  delays?: Record<string, () => number>
  see: Driver<Machine>['see']
}

/**
 * Takes walks on that machine, or on a changed one, alone.
 * @param expectationsOf makes what the machine has to know in each state
 */
export const modelOf =
  <Machine extends AnyStateMachine>(
    machine: Machine,
    expectationsOf: (model: MachineModel<Machine>) => Expectations<Machine>,
    input?: unknown,
  ) =>
  async (walk: Walk, changed: AnyStateMachine = machine): Promise<void> => {
    const actors = holdActors(changed)
    const clock = new SimulatedClock()
    const actor = createActor(actors.machine, { input, clock })
    // Whether it fails is seen in its snapshot.
    actor.subscribe({ error: () => undefined })
    const emitted: string[] = []
    actor.on('*', ({ type }) => emitted.push(type))
    actor.start()

    const send = (event: Case) => {
      expect(actor.getSnapshot().can(event)).toBe(true)
      actor.send(event)
    }
    const {
      see,
      on,
      onEvent,
      onDone,
      onError,
      replace,
      delays = {},
    } = expectationsOf({
      ...actors,
      send,
      can: (event) => actor.getSnapshot().can(event),
      context: () => actor.getSnapshot().context,
      output: () => actor.getSnapshot().output,
      emitted,
    })
    const follow: Record<string, ((event: never, moment: Moment<never>) => void) | undefined> = {
      ...on,
    }
    const types = new Set(walk.steps.map(({ event }) => event.type))
    const doStep = (event: Case, moment: Moment<unknown>) => {
      send(replace?.(event) ?? event)
      onEvent?.()
      follow[event.type]?.(event as never, moment as Moment<never>)
    }
    const settle = async (end: () => void) => {
      end()
      // The actor is notified some microtasks later.
      await new Promise((resolve) => setTimeout(resolve))
    }
    try {
      await take(walk, {
        do: Object.fromEntries([...types].map((type) => [type, doStep])),
        see: inState(see, () => actor.getSnapshot()),
        server: {
          succeed(id, output) {
            onDone?.(id, output)
            return settle(() => actors.succeed(id, output))
          },
          fail(id, error) {
            onError?.(id, error as { message: string })
            return settle(() => actors.fail(id, error))
          },
          async wait(delay) {
            const before = actor.getSnapshot()
            clock.increment((delays[delay]?.() ?? 0) - 1)
            expect(actor.getSnapshot()).toBe(before)
            clock.increment(1)
          },
        },
      })
    } finally {
      actor.stop()
    }
  }

/** Checks the machine's state before its context. */
function inState<See extends object>(
  see: See,
  snapshot: () => { status: string; value: unknown; matches(state: string): boolean },
): See {
  const checks = Object.entries(see).map(([state, check]) => [
    state,
    (context: unknown) => {
      const { status, value } = snapshot()
      expect(['active', 'done']).toContain(status)
      expect({ state, value, is: snapshot().matches(state) }).toMatchObject({ is: true })
      return check(context)
    },
  ])
  return Object.fromEntries(checks)
}
