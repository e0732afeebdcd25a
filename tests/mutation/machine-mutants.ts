import { type AnyStateMachine, createMachine, not } from 'xstate'

/** Ways in which a part of a machine can be wrong. */
type MachineMutantKind =
  | 'transition dropped'
  | 'target swapped'
  | 'guard dropped or negated'
  | 'action dropped'
  | 'call dropped or given nothing'
  | 'time halved or doubled'

/** A machine with one change. */
export interface MachineMutant {
  /** The change, such as 'date.loadFailed: treatments.reload: dropped'. */
  name: string
  kind: MachineMutantKind
  machine: AnyStateMachine
}

const GUARD = 'guard dropped or negated'
const ACTION = 'action dropped'

interface Transition {
  target?: string
  guard?: unknown
  actions?: unknown
  reenter?: boolean
}

type Part = Transition | string

interface Invoke {
  onDone?: Part | readonly Part[]
  onError?: Part | readonly Part[]
  input?: unknown
}

interface Node {
  initial?: string
  entry?: unknown
  invoke?: Invoke
  on?: Record<string, Part | readonly Part[]>
  always?: Part | readonly Part[]
  after?: Record<string, Part | readonly Part[]>
  states?: Record<string, Node>
}

/** Every way in which one part of a machine's configuration or implementation can be wrong. */
export function machineMutants(machine: AnyStateMachine): MachineMutant[] {
  return [...configMutants(machine), ...delayMutants(machine)]
}

/** Changes the node at `path` in a copy of the configuration. */
type Change = (node: Node) => void

type Add = (kind: MachineMutantKind, name: string, change: Change) => void

function configMutants(machine: AnyStateMachine): MachineMutant[] {
  const mutants: MachineMutant[] = []
  const root = machine.config as Node
  const leaves = leavesOf(root)

  function visit(node: Node, path: readonly string[]) {
    const state = path.join('.')
    const add: Add = (kind, name, change) => {
      mutants.push({
        name: `${state || 'the machine'}: ${name}`,
        kind,
        machine: withChange(machine, path, change),
      })
    }
    for (const [event, parts] of Object.entries(node.on ?? {})) {
      transitionMutants(event, list(parts), leaves, add, (changed, then) => {
        changed.on = { ...changed.on, [event]: then }
      })
    }
    if (node.always !== undefined) {
      transitionMutants('always', list(node.always), leaves, add, (changed, then) => {
        changed.always = then
      })
    }
    for (const [delay, parts] of Object.entries(node.after ?? {})) {
      transitionMutants(`after ${delay}`, list(parts), leaves, add, (changed, then) => {
        changed.after = { ...changed.after, [delay]: then }
      })
    }
    for (const outcome of ['onDone', 'onError'] as const) {
      const parts = node.invoke?.[outcome]
      if (parts === undefined) continue
      transitionMutants(outcome, list(parts), leaves, add, (changed, then) => {
        changed.invoke = { ...changed.invoke, [outcome]: then }
      })
    }
    // The root's actor, which listens to other tabs, has its own tests.
    if (node.invoke && state) {
      add('call dropped or given nothing', 'call dropped', (changed) => {
        delete changed.invoke
      })
      if (node.invoke.input) {
        add('call dropped or given nothing', 'call given nothing', (changed) => {
          changed.invoke = { ...changed.invoke, input: () => ({}) }
        })
      }
    }
    for (const [index, action] of list(node.entry).entries()) {
      add(ACTION, `entry action ${nameOf(action)} dropped`, (changed) => {
        changed.entry = list(changed.entry).filter((_, at) => at !== index)
      })
    }
    for (const other of Object.keys(node.states ?? {})) {
      if (node.initial === undefined || other === node.initial) continue
      add('target swapped', `begins in ${other}`, (changed) => {
        changed.initial = other
      })
    }
    for (const [key, child] of Object.entries(node.states ?? {})) visit(child, [...path, key])
  }

  visit(root, [])
  return mutants
}

function transitionMutants(
  event: string,
  parts: readonly Part[],
  leaves: readonly string[],
  add: Add,
  put: (node: Node, parts: readonly Part[]) => void,
) {
  for (const [index, part] of parts.entries()) {
    const transition = typeof part === 'string' ? { target: part } : part
    const { target, guard, actions, reenter } = transition
    const label = target ? `${event} → ${target}` : event
    const replace = (kind: MachineMutantKind, name: string, ...by: Transition[]) =>
      add(kind, `${label}: ${name}`, (node) => put(node, parts.toSpliced(index, 1, ...by)))

    replace('transition dropped', 'dropped')
    if (target !== undefined) {
      replace('target swapped', `to ${otherThan(target, leaves)}`, {
        ...transition,
        target: `#${otherThan(target, leaves)}`,
      })
      replace('target swapped', 'stays', { guard, actions })
    }
    if (guard !== undefined) {
      replace(GUARD, 'guard dropped', { ...transition, guard: undefined })
      // The type of the guard inside of `not` is unknown here and does not matter.
      replace(GUARD, 'guard negated', { ...transition, guard: not(guard as never) })
    }
    for (const [at, action] of list(actions).entries()) {
      replace(ACTION, `action ${nameOf(action)} dropped`, {
        ...transition,
        actions: list(actions).filter((_, other) => other !== at),
      })
    }
    if (reenter) {
      replace('target swapped', 'no longer enters anew', { ...transition, reenter: false })
    }
  }
}

/** Half and twice the delay. */
function delayMutants(machine: AnyStateMachine): MachineMutant[] {
  return Object.entries(machine.implementations.delays).flatMap(([name, delay]) =>
    [0.5, 2].map((factor) => ({
      name: `delay ${name}: times ${factor}`,
      kind: 'time halved or doubled' as const,
      machine: machine.provide({
        delays: {
          [name]: (args: unknown) =>
            factor *
            Number(delay instanceof Function ? delay(args as never, undefined as never) : delay),
        },
      }),
    })),
  )
}

function withChange(
  machine: AnyStateMachine,
  path: readonly string[],
  change: Change,
): AnyStateMachine {
  const config = copy(machine.config) as Node
  let node = config
  for (const key of path) node = node.states?.[key] ?? node
  change(node)
  return createMachine(config as never).provide(machine.implementations as never)
}

/** Copies everything but functions, so that a change stays in the copy. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)]))
}

function leavesOf(root: Node): string[] {
  const id = 'id' in root ? String(root.id) : ''
  const visit = (node: Node, path: string): string[] =>
    node.states
      ? Object.entries(node.states).flatMap(([key, child]) => visit(child, `${path}.${key}`))
      : [path]
  return visit(root, id)
}

/** A state that is neither `target` nor within it; always the same one. */
function otherThan(target: string, leaves: readonly string[]): string {
  const name =
    target
      .replace(/^[#.]+/, '')
      .split('.')
      .at(-1) ?? ''
  const at = leaves.findIndex((leaf) => leaf.split('.').includes(name))
  const rest = [...leaves.slice(at + 1), ...leaves.slice(0, at)]
  return rest.find((leaf) => !leaf.split('.').includes(name)) ?? leaves[0] ?? ''
}

function list<T>(parts: T | readonly T[] | undefined): readonly T[] {
  if (parts === undefined) return []
  return Array.isArray(parts) ? parts : [parts as T]
}

function nameOf(action: unknown): string {
  if (typeof action === 'string') return action
  return action instanceof Object && 'type' in action ? String(action.type) : 'inline'
}
