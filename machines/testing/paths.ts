import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventObject } from 'xstate'
import { TestModel, type TestPath } from 'xstate/graph'

/** An event that a path may take: a visitor's, or what an invoked actor or a timer answers. */
export type Case = EventObject & Record<string, unknown>

export type Path = TestPath<AnyMachineSnapshot, Case>

/**
 * What a test can do to, and see of, the thing it walks through: the machine's screens in
 * jsdom, or the whole app in a browser. Exhaustive records, so that a missing step is a
 * compile error and nothing is skipped in silence.
 */
export interface Driver<Step extends string, State extends string> {
  do: Record<Step, (event: Case) => void | Promise<void>>
  see: Record<State, () => void | Promise<void>>
}

/**
 * Paths that together take every transition of `machine` that `cases` can trigger, each from
 * the initial state, and none through an event that its state refuses.
 *
 * A vertex is a state together with the edge that led to it; a plain state would be left out
 * of all but one of its incoming transitions.
 */
export function transitionPaths(
  machine: AnyStateMachine,
  cases: readonly Case[],
  input?: unknown,
): Path[] {
  const value = (snapshot: AnyMachineSnapshot) => JSON.stringify(snapshot.value)
  const model = new TestModel<AnyMachineSnapshot, Case, unknown>(machine, {
    input,
    events: cases,
    filterEvents: (snapshot, event) => snapshot.status === 'active' && snapshot.can(event),
    serializeState: (snapshot, event, previous) =>
      previous
        ? `${value(snapshot)} via ${JSON.stringify(event)} from ${value(previous)}`
        : value(snapshot),
    stateMatcher: (snapshot, key) => snapshot.matches(key),
  })
  return model.getShortestPaths()
}

/**
 * A path's name, its own among the machine's and stable between runs: the events it takes, in
 * order, and where each led that could have led elsewhere: 'loadTreatments ✓ → date.choose',
 * 'restoreSession ✓ (signedIn)'.
 */
export function describePath({ steps }: Path): string {
  return steps
    .slice(1)
    .map(({ event }, index) => {
      const before = steps[index]?.state
      const choice = before && chosenAmongMany(before, event)
      return choice ? `${readableEvent(event.type)} (${choice})` : readableEvent(event.type)
    })
    .join(' → ')
}

/** Which state the guards led to; undefined where there is no choice. */
function chosenAmongMany(before: AnyMachineSnapshot, event: Case): string | undefined {
  const taken = before.machine.getTransitionData(before, event)
  const hasChoice = taken.some(
    ({ source, eventType }) => (source.transitions.get(eventType)?.length ?? 0) > 1,
  )
  return hasChoice ? taken[0]?.target?.[0]?.key : undefined
}

/** 'xstate.done.actor.loadTreatments' → 'loadTreatments ✓', for readers who need not know XState. */
export function readableEvent(type: string): string {
  return type
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 ✓')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 ✗')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
}

/** Takes the path with the driver: does each step, then looks at each state it is in. */
export async function walk<Step extends string, State extends string>(
  path: Path,
  driver: Driver<Step, State>,
): Promise<void> {
  const events = Object.fromEntries(
    Object.entries<Driver<Step, State>['do'][Step]>(driver.do).map(([type, step]) => [
      type,
      ({ event }: { event: Case }) => step(event),
    ]),
  )
  await path.test({ events, states: driver.see })
}

/** Every leaf state of the machine as a dotted path: 'browsing.choosingSlot.slotTaken'. */
export function leafStates(machine: AnyStateMachine): string[] {
  return allNodes(machine.root)
    .filter((node) => Object.keys(node.states).length === 0)
    .map((node) => node.path.join('.'))
}

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(allNodes)]
}

function allTransitions(machine: AnyStateMachine): string[] {
  return allNodes(machine.root).flatMap((node) =>
    [...node.transitions.values()].flat().map((transition) => transitionName(transition)),
  )
}

function transitionName(transition: {
  source: AnyStateNode
  eventType: string
  target: readonly AnyStateNode[] | undefined
}): string {
  const target = transition.target?.map(({ path }) => path.join('.')).join(', ')
  return `${transition.source.path.join('.')} — ${readableEvent(transition.eventType)} → ${target}`
}

export interface Coverage {
  states: { total: number; missed: string[] }
  transitions: { total: number; missed: string[] }
}

/** Which of the machine's states and transitions the paths reach and take. */
export function coverage(machine: AnyStateMachine, paths: Path[]): Coverage {
  const reached = new Set<string>()
  const taken = new Set<string>()
  for (const { steps } of paths) {
    for (const [index, { event, state }] of steps.entries()) {
      for (const leaf of leafStates(machine)) if (state.matches(leaf)) reached.add(leaf)
      const before = steps[index - 1]?.state
      if (!before) continue
      for (const transition of machine.getTransitionData(before, event)) {
        taken.add(transitionName(transition))
      }
    }
  }
  const states = leafStates(machine)
  const transitions = [...new Set(allTransitions(machine))]
  return {
    states: { total: states.length, missed: states.filter((name) => !reached.has(name)) },
    transitions: {
      total: transitions.length,
      missed: transitions.filter((name) => !taken.has(name)),
    },
  }
}
