import { type AnyActorLogic, type AnyStateMachine, fromPromise } from 'xstate'

interface Call {
  input: unknown
  answer: PromiseWithResolvers<unknown>
}

/** The machine with actors that wait for the test, and its running calls. */
export interface HeldActors<Machine extends AnyStateMachine> {
  machine: Machine
  /** The input of the running call; undefined when there is none. */
  inputOf(id: string): unknown
  isCalled(id: string): boolean
  /** How often that call was begun. */
  timesCalled(id: string): number
  /**
   * Ends the running call.
   * @param id of the invocation
   */
  succeed(id: string, output: unknown): void
  fail(id: string, error: unknown): void
}

/**
 * Replaces all actors except the `own` ones by actors that resolve when the test says so. Of several calls
 * with one id, only the last counts, because the machine has left the states that made the others.
 * @param onCall what an actor does at once, by its name
 */
export function holdActors<Machine extends AnyStateMachine>(
  machine: Machine,
  own: Record<string, AnyActorLogic> = {},
  onCall: Record<string, () => void> = {},
): HeldActors<Machine> {
  const calls = new Map<string, Call>()
  const begun: string[] = []

  const held = (name: string) =>
    fromPromise(({ input, self, signal }) => {
      onCall[name]?.()
      const answer = Promise.withResolvers<unknown>()
      calls.set(self.id, { input, answer })
      begun.push(self.id)
      signal.addEventListener('abort', () => {
        if (calls.get(self.id)?.answer === answer) calls.delete(self.id)
      })
      return answer.promise
    })

  function take(id: string): PromiseWithResolvers<unknown> {
    const call = calls.get(id)
    if (!call) throw new Error(`${id} was not called`)
    calls.delete(id)
    return call.answer
  }

  const names = Object.keys(machine.implementations.actors)
  const actors = Object.fromEntries(names.map((name) => [name, own[name] ?? held(name)]))
  return {
    machine: machine.provide({ actors }) as Machine,
    inputOf: (id) => calls.get(id)?.input,
    isCalled: (id) => calls.has(id),
    timesCalled: (id) => begun.filter((one) => one === id).length,
    succeed: (id, output) => take(id).resolve(output),
    fail: (id, error) => take(id).reject(error),
  }
}
