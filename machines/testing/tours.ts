import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFrom,
  type EventObject,
  type StateValueFrom,
  transition,
} from 'xstate'
import {
  type Step as GraphStep,
  getAdjacencyMap,
  joinPaths,
  type PathGenerator,
  type StatePath,
  TestModel,
  type TestPath,
} from 'xstate/graph'
import { messageOf } from '../actors.ts'
import { leavesOf, readableEvent, stateName, transitionName } from '../graph.ts'

/** An event of a user, or the answer of an invoked actor, or the end of a delay. */
export type Case = EventObject & Record<string, unknown>

/** Events without a payload. */
export const plain = (...types: readonly string[]): Case[] => types.map((type) => ({ type }))

/** The ways in which an invoked actor can succeed. */
export const done = (actor: string, ...outputs: readonly unknown[]): Case[] =>
  outputs.map((output) => ({ type: `xstate.done.actor.${actor}`, output }))

/** The ways in which an invoked actor can fail. */
export const failed = (actor: string, ...errors: readonly unknown[]): Case[] =>
  errors.map((error) => ({ type: `xstate.error.actor.${actor}`, error }))

/**
 * Everything that may happen next, with one payload for each way it can go. Each entry keeps its index
 * whatever the context is, because the index identifies a step.
 */
export type Cases<Machine extends AnyStateMachine> = (
  context: ContextFrom<Machine>,
) => readonly Case[]

type Step = GraphStep<AnyMachineSnapshot, Case>
type Path = StatePath<AnyMachineSnapshot, Case>

/** A path from the initial state: its first step is the start, each other one an event. */
export interface Walk extends TestPath<AnyMachineSnapshot, Case> {
  /** 'walk 3 of 14' */
  name: string
  /** Of each step: 'date.loadFailed — treatments.reload → date.loadingTreatments' */
  titles: readonly string[]
}

type Each = 'edge' | 'definition' | 'state'

export interface TourOptions<Context> {
  input?: unknown
  /**
   * What has to be taken once: every `edge` (an event that leads from one state value to another); every
   * transition in the machine's `definition` with every payload, which are far fewer if states are parallel;
   * or a path into every leaf `state`.
   */
  each?: Each
  /** The most steps of a walk, so that a failure leaves little unreached. */
  longest?: number
  /**
   * The part of the context that decides where events lead. A smaller part makes a smaller graph; with
   * counters the graph would be infinite.
   */
  relevant?: (context: Context) => unknown
}

/**
 * A few walks from the initial state that together take every transition that `cases` can trigger.
 * `createTestModel` refuses machines that invoke actors; the model that it creates does not.
 */
export function walksThrough<Machine extends AnyStateMachine>(
  machine: Machine,
  cases: Cases<Machine>,
  {
    input,
    each = 'edge',
    longest = 25,
    relevant = (context) => context,
  }: TourOptions<ContextFrom<Machine>> = {},
): Walk[] {
  const places = new WeakMap<Case, number>()
  // The same snapshots come up many times.
  const vertices = new WeakMap<AnyMachineSnapshot, string>()
  const graph: Graph = {
    eventsOf({ context }) {
      const events = cases(context)
      for (const [place, event] of events.entries()) places.set(event, place)
      return events
    },
    keyOf: (event) => `case ${places.get(event)}`,
    vertexOf(snapshot) {
      const { value, context } = snapshot
      const vertex = vertices.get(snapshot) ?? JSON.stringify([value, relevant(context)])
      vertices.set(snapshot, vertex)
      return vertex
    },
  }
  const model = new TestModel<AnyMachineSnapshot, Case, unknown>(machine as AnyActorLogic, {
    input,
    events: graph.eventsOf,
    filterEvents: (snapshot, event) => snapshot.status === 'active' && snapshot.can(event),
    stateMatcher: (snapshot, state) => snapshot.matches(state),
    // For the message of a walk that fails.
    serializeState: stateName,
    serializeEvent: ({ type }) => type,
  })
  const paths = model.getPaths(tour(machine, graph, each, longest), {
    serializeState: graph.vertexOf,
    serializeEvent: graph.keyOf,
    allowDuplicatePaths: true,
  })
  return paths.map((path, index) => ({
    ...path,
    name: `walk ${index + 1} of ${paths.length}`,
    titles: path.steps.map(({ event, state }, at) =>
      stepName(path.steps[at - 1]?.state ?? state, event, state),
    ),
  }))
}

/** What can happen in a state, and what counts as the same event or the same state. */
interface Graph {
  eventsOf(snapshot: AnyMachineSnapshot): readonly Case[]
  keyOf(event: Case): string
  vertexOf(snapshot: AnyMachineSnapshot): string
}

/** A step in the graph: to the vertex `to`, taking the transitions in `keys`. */
interface Edge {
  /** The event, serialized. */
  event: string
  to: string
  name: string
  keys: readonly string[]
}

/**
 * A path generator: from any position, a walk takes the shortest path to something that no walk has taken
 * yet.
 */
function tour(
  machine: AnyStateMachine,
  { eventsOf, keyOf, vertexOf }: Graph,
  each: Each,
  longest: number,
): PathGenerator<AnyMachineSnapshot, Case, unknown> {
  return (logic, options) => {
    const vertices = Object.entries(getAdjacencyMap(logic, options))
    const edges = new Map(
      vertices.map(([vertex, { state: before, transitions }]) => [
        vertex,
        Object.entries<Step>(transitions).map(([key, { event, state }]): Edge => {
          const name = stepName(before, event, state)
          const keysOf = {
            edge: () => [`${key} ${name}`],
            definition: () =>
              machine
                .getTransitionData(before, event)
                .map((one) => `${key} ${transitionName(one)}`),
            state: () => leavesOf(state.value),
          }
          return { event: key, to: vertexOf(state), name, keys: keysOf[each]() }
        }),
      ]),
    )
    const taken = new Set<string>()
    const isNew = ({ keys }: Edge) => keys.some((key) => !taken.has(key))
    const goesOn = (edge: Edge) => isNew(edge) && (edges.get(edge.to) ?? []).length > 0
    const start = vertices[0]?.[1].state
    if (!start) return []
    const paths: Path[] = []

    /** Breadth first. */
    function shortestWay(from: string, isWanted: (edge: Edge) => boolean): Edge[] | null {
      const seen = new Set([from])
      const ways: { vertex: string; way: Edge[] }[] = [{ vertex: from, way: [] }]
      for (const { vertex, way } of ways) {
        for (const edge of edges.get(vertex) ?? []) {
          if (isWanted(edge)) return [...way, edge]
          if (seen.has(edge.to)) continue
          seen.add(edge.to)
          ways.push({ vertex: edge.to, way: [...way, edge] })
        }
      }
      return null
    }

    /** The path with the complete context of this walk; the graph knows only the relevant part. */
    function follow(from: AnyMachineSnapshot, way: readonly Edge[]): Path {
      const steps = [{ event: { type: 'xstate.init' }, state: from }]
      let state = from
      for (const { event: key, name } of way) {
        const before = state
        const event = eventsOf(before).find((one) => keyOf(one) === key)
        if (event) [state] = transition(machine, before, event)
        if (!event || stepName(before, event, state) !== name) {
          throw new Error(`Something else is relevant, too: ${name}`)
        }
        steps.push({ event, state })
      }
      return { state, steps, weight: way.length }
    }

    for (;;) {
      let path = follow(start, [])
      for (;;) {
        const here = vertexOf(path.state)
        // States without a way out come last: a walk ends there.
        const way = shortestWay(here, goesOn) ?? shortestWay(here, isNew)
        if (!way || (path.weight > 0 && path.weight + way.length > longest)) break
        path = joinPaths(path, follow(path.state, way))
        for (const { keys } of way) for (const key of keys) taken.add(key)
      }
      if (path.weight === 0) return paths
      paths.push(path)
    }
  }
}

function stepName(before: AnyMachineSnapshot, { type }: Case, after: AnyMachineSnapshot): string {
  return `${stateName(before)} — ${readableEvent(type)} → ${stateName(after)}`
}

/** Further input for a step: the machine's context, and the remaining steps. */
export interface Moment<Context> {
  context: Context
  /** The first event of one of these types that the walk takes later. */
  next(...types: string[]): Case | undefined
}

/** Ends the page's calls and delays. */
export interface Server {
  /** The call that the machine makes as the invocation of that id resolves with `output`. */
  succeed(id: string, output: unknown, moment: Moment<unknown>): Promise<void>
  fail(id: string, error: unknown, moment: Moment<unknown>): Promise<void>
  /** The delay of that name is over; absent for machines without delays. */
  wait?(delay: string, moment: Moment<unknown>): Promise<void>
  /**
   * The next step stops the invocation of that id, so its call must not be taken for a later one. Called
   * before the step.
   */
  abandon?(id: string): Promise<unknown>
}

type Paths<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: `${Key}.${Paths<NonNullable<Value[Key]>>}` }[keyof Value &
      string]

type Leaves<Path extends string, All extends string = Path> = Path extends string
  ? [Extract<All, `${Path}.${string}`>] extends [never]
    ? Path
    : never
  : never

/** The machine's leaf states as dotted paths. */
type StateOf<Machine extends AnyStateMachine> = Leaves<Paths<StateValueFrom<Machine>>>

/**
 * What a test does to, and sees of, the subject of a walk: the machine alone, its screens in jsdom, or the
 * whole site in a browser. A missing step or state is a compile error.
 */
export interface Driver<Machine extends AnyStateMachine> {
  do: {
    [Type in EventFrom<Machine>['type']]: (
      event: Extract<EventFrom<Machine>, { type: Type }>,
      moment: Moment<ContextFrom<Machine>>,
    ) => void | Promise<void>
  }
  see: { [State in StateOf<Machine>]: (context: ContextFrom<Machine>) => void | Promise<void> }
  server: Server
}

/** Takes one look after the other. */
export const all =
  <Context>(...looks: readonly ((context: Context) => void | Promise<void>)[]) =>
  async (context: Context): Promise<void> => {
    for (const look of looks) await look(context)
  }

interface AnyDriver {
  do: Record<string, (event: never, moment: Moment<never>) => void | Promise<void>>
  see: Record<string, (context: never) => void | Promise<void>>
  server: Server
}

/** Called at the start of a walk and after each of its steps, for a developer who watches. */
export const watchers = new Set<(walk: Walk, at: number) => Promise<void>>()

/**
 * Takes the walk: does each step, then checks each active state.
 * @param report wraps each step, so that a test runner can show it
 * @throws Error that names the step, and everything that the walk did not reach because of it
 */
export async function take(
  walk: Walk,
  driver: AnyDriver,
  report: (title: string, step: () => Promise<void>) => Promise<void> = (_, step) => step(),
): Promise<void> {
  const { steps, titles } = walk
  let at = 0
  const doStep = (step: Step) => {
    at = steps.indexOf(step)
    const moment = {
      context: steps[at - 1]?.state.context,
      next: (...types: string[]) =>
        steps.slice(at + 1).find(({ event }) => types.includes(event.type))?.event,
    }
    return report(titleOf(walk, at), async () => {
      for (const id of stoppedBy(step, steps[at - 1])) await driver.server.abandon?.(id)
      await act(driver, step.event, moment)
      for (const watch of watchers) await watch(walk, at)
    })
  }
  const types = new Set(steps.slice(1).map(({ event }) => event.type))
  const looks = Object.entries(driver.see).map(([state, see]) => [
    state,
    ({ context }: AnyMachineSnapshot) => see(context as never),
  ])
  for (const watch of watchers) await watch(walk, 0)
  await walk
    .test({
      events: Object.fromEntries([...types].map((type) => [type, doStep])),
      states: Object.fromEntries(looks),
    })
    .catch((cause) => {
      const unreached = titles.slice(at + 1).map((title) => `\n  not reached: ${title}`)
      throw new Error(`${titleOf(walk, at)}${unreached.join('')}\n${messageOf(cause)}`, { cause })
    })
}

const titleOf = ({ titles }: Walk, at: number) =>
  `Step ${at} of ${titles.length - 1}: ${titles[at]}`

/** The invocations that the step stops before they end. */
function stoppedBy({ event, state }: Step, before: Step | undefined): string[] {
  const running: Record<string, unknown> = { ...before?.state.children }
  const left: Record<string, unknown> = { ...state.children }
  return Object.keys(running).filter(
    (id) => running[id] !== left[id] && !event.type.endsWith(`.${id}`),
  )
}

async function act(driver: AnyDriver, event: Case, moment: Moment<unknown>): Promise<void> {
  const [, outcome, id] =
    /^xstate\.(done\.actor|error\.actor|after)\.([^.]+)/.exec(event.type) ?? []
  const { server } = driver
  if (id === undefined) await driver.do[event.type]?.(event as never, moment as Moment<never>)
  else if (outcome === 'after') {
    if (!server.wait) throw new Error(`The driver does not wait for ${id}`)
    await server.wait(id, moment)
  } else if (outcome === 'done.actor') await server.succeed(id, event.output, moment)
  else await server.fail(id, event.error, moment)
}
