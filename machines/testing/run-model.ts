import { expect } from 'vitest'
import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate'
import type { Case } from './paths.ts'

interface Call {
  input: unknown
  answer: PromiseWithResolvers<unknown>
}

/** What an invoked actor was given, by the id of its invocation. */
export type Calls = Map<string, Call>

/** A machine that runs by itself: its calls wait for the test, and so does its clock. */
export interface Run<Context> {
  /** The visitor does something, which the machine has to allow. */
  send: (event: Case) => void
  succeed: (id: string) => (event: Case) => Promise<void>
  fail: (id: string) => (event: Case) => Promise<void>
  /** Something that takes so many milliseconds, and not one less. */
  wait: (milliseconds: (context: Context) => number) => () => void
  context: () => Context
  can: (event: Case) => boolean
  /** What the call under way was given. */
  asked: (id: string) => unknown
  /** How often that call was begun. */
  times: (id: string) => number
  /** Puts a look at the state itself before each look at what it knows. */
  see: <State extends string>(looks: Record<State, () => void>) => Record<State, () => void>
  stop: () => void
}

/** Starts the machine with ports that answer when the test says so. */
export function runAlone<Context>(machine: AnyStateMachine, input?: unknown): Run<Context> {
  const calls: Calls = new Map()
  const begun: string[] = []
  const clock = new SimulatedClock()
  const ports = Object.keys(machine.implementations.actors).map((name) => [
    name,
    heldPort(calls, begun),
  ])
  const options: ActorOptions<AnyStateMachine> = { input, clock }
  const actor = createActor(machine.provide({ actors: Object.fromEntries(ports) }), options)
  // Whether it fails is seen in its snapshot.
  actor.subscribe({ error: () => undefined })
  actor.start()

  async function answer(id: string, settle: (call: PromiseWithResolvers<unknown>) => void) {
    const call = calls.get(id)
    if (!call) throw new Error(`${id} was not called`)
    settle(call.answer)
    // The actor hears of it some microtasks later.
    await new Promise((heard) => setTimeout(heard))
  }

  return {
    send(event) {
      expect(actor.getSnapshot().can(event)).toBe(true)
      actor.send(event)
    },
    succeed: (id) => (event) => answer(id, ({ resolve }) => resolve(event.output)),
    fail: (id) => (event) => answer(id, ({ reject }) => reject(event.error)),
    wait: (milliseconds) => () => {
      const before = actor.getSnapshot()
      const duration = milliseconds(before.context)
      clock.increment(duration - 1)
      expect(actor.getSnapshot()).toBe(before)
      clock.increment(1)
    },
    context: () => actor.getSnapshot().context,
    can: (event) => actor.getSnapshot().can(event),
    asked: (id) => calls.get(id)?.input,
    times: (id) => begun.filter((one) => one === id).length,
    see: (looks) => {
      const states = Object.entries<() => void>(looks).map(([state, look]) => [
        state,
        () => {
          const snapshot = actor.getSnapshot()
          expect(snapshot.status).toBe('active')
          expect({ state, value: snapshot.value, is: snapshot.matches(state) }).toMatchObject({
            is: true,
          })
          look()
        },
      ])
      return Object.fromEntries(states)
    },
    stop: () => actor.stop(),
  }
}

/** Remembers each call under the id of its invocation, for as long as the machine wants the answer. */
function heldPort(calls: Calls, begun: string[]): AnyActorLogic {
  return fromPromise(({ input, self, signal }) => {
    const answer = Promise.withResolvers<unknown>()
    calls.set(self.id, { input, answer })
    begun.push(self.id)
    signal.addEventListener('abort', () => {
      if (calls.get(self.id)?.answer === answer) calls.delete(self.id)
    })
    return answer.promise
  })
}
