import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventObject,
  StateValue,
} from 'xstate'
import { type DirectedGraphNode, toDirectedGraph } from 'xstate/graph'

/** All states of a machine, each before its substates; the first one is the machine. */
export function nodesOf(machine: AnyStateMachine): DirectedGraphNode[] {
  const within = (node: DirectedGraphNode): DirectedGraphNode[] => [
    node,
    ...node.children.flatMap(within),
  ]
  return within(toDirectedGraph(machine))
}

/** Whether a state ignores an event that a parent state handles: `{}` in the machine. */
export const isForbidden = ({ target, actions }: AnyTransitionDefinition) =>
  !target && actions.length === 0

/** The machine's leaf states, as dotted paths, and transitions that none of these steps reaches or takes. */
export function unreached(
  machine: AnyStateMachine,
  paths: readonly { steps: readonly { event: EventObject; state: AnyMachineSnapshot }[] }[],
) {
  const nodes = nodesOf(machine)
  const reached = paths.flatMap(({ steps }) => steps.map(({ state }) => state))
  const taken = new Set(
    paths.flatMap(({ steps }) =>
      steps.flatMap(({ event }, index) => {
        const before = steps[index - 1]?.state
        return before ? machine.getTransitionData(before, event) : []
      }),
    ),
  )
  const transitions = nodes.flatMap(({ edges }) => edges.map(({ transition }) => transition))
  const leaves = nodes.filter(({ children }) => children.length === 0)
  return {
    states: leaves
      .map(({ stateNode }) => stateNode.path.join('.'))
      .filter((leaf) => !reached.some((state) => state.matches(leaf))),
    transitions: transitions
      .filter((transition) => !isForbidden(transition) && !taken.has(transition))
      .map(transitionName),
  }
}

/** 'date.loadFailed — treatments.reload → date.loadingTreatments' */
export function transitionName({ source, eventType, target }: AnyTransitionDefinition): string {
  const to = target?.map(({ path }) => path.join('.')).join(', ')
  return `${source.path.join('.')} — ${readableEvent(eventType)} → ${to}`
}

/** 'xstate.done.actor.loadTreatments' → 'loadTreatments ✓', which readers understand without XState. */
export function readableEvent(type: string): string {
  return type
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 ✓')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 ✗')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
}

/** The active leaf states as dotted paths. */
export function leavesOf(value: StateValue, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [[...path, value].join('.')]
  const inner = Object.entries(value)
  if (inner.length === 0) return [path.join('.')]
  return inner.flatMap(([key, below = {}]) => leavesOf(below, [...path, key]))
}

export const stateName = ({ value }: AnyMachineSnapshot): string => leavesOf(value).join(' + ')
