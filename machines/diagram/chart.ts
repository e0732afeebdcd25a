import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { readableEvent } from '../testing/paths.ts'

/** A state of a machine, as its pictures show it. */
export interface ChartState {
  /** Where it is: 'browsing.choosingSlot.slotTaken'; empty for the machine itself. */
  path: string
  /** The last part of `path`. */
  name: string
  /** What it means, in a line. */
  meaning: string
  /** `region`: one of several that are active side by side. */
  kind: 'simple' | 'compound' | 'parallel'
  isRegion: boolean
  /** Where a compound state begins. */
  initial: string | null
  states: ChartState[]
}

/** A transition of a machine, as its pictures show it. */
export interface ChartTransition {
  source: string
  /** Null when the state stays as it is. */
  target: string | null
  /** 'slot.choose', 'loadTreatments ✓', 'loadTreatments ✗', 'after renewal'. */
  event: string
  guard: string | null
  actions: string[]
}

export interface Chart {
  id: string
  root: ChartState
  transitions: ChartTransition[]
}

/** What can be drawn of a machine: its states and transitions, in the order of its configuration. */
export function chartOf(machine: AnyStateMachine): Chart {
  const transitions: ChartTransition[] = []
  const visit = (node: AnyStateNode): ChartState => {
    transitions.push(...transitionsOf(node))
    const initial = node.type === 'compound' ? node.initial.target[0] : undefined
    return {
      path: pathOf(node),
      name: node.key,
      meaning: node.description ?? '',
      kind: node.type === 'compound' || node.type === 'parallel' ? node.type : 'simple',
      isRegion: node.parent?.type === 'parallel',
      initial: initial ? pathOf(initial) : null,
      states: Object.values(node.states).map(visit),
    }
  }
  return { id: machine.id, root: visit(machine.root), transitions }
}

/** A state and all within it, from the outside in. */
export function everyState(state: ChartState): ChartState[] {
  return [state, ...state.states.flatMap(everyState)]
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.')
}

function transitionsOf(node: AnyStateNode): ChartTransition[] {
  return [...node.transitions.values()].flat().map(({ eventType, target, guard, actions }) => ({
    source: pathOf(node),
    target: target?.[0] ? pathOf(target[0]) : null,
    event: readableEvent(eventType),
    guard: guard === undefined ? null : nameOf(guard),
    actions: actions.map(nameOf),
  }))
}

/** @throws Error for a guard or an action without a name, which no picture could tell of */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Object && 'type' in part && typeof part.type === 'string') {
    if (!part.type.startsWith('xstate.')) return part.type
  }
  throw new Error('Guards and actions of a machine have names')
}
