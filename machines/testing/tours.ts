import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type ContextFrom,
  type EventFrom,
  type EventObject,
  initialTransition,
  type StateValue,
  type StateValueFrom,
  transition,
} from 'xstate'

/** An event of a user, or the answer of an invoked actor, or the end of a delay. */
export type Case = EventObject & Record<string, unknown>

/**
 * Everything that may happen next, with one payload for each way it can go. Each entry keeps its
 * place in the list whatever the context is: the place is part of a step's identity.
 */
export type Cases<Machine extends AnyStateMachine> = (
  context: ContextFrom<Machine>,
) => readonly Case[]

export interface Step {
  event: Case
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  /** 'browsing.loadFailed — treatments.reload → browsing.loadingTreatments' */
  name: string
  /** The transitions of the machine's definition that it takes. */
  transitions: readonly string[]
  /** No earlier step of the tour takes what this one takes. */
  isNew: boolean
}

/** Steps from the initial state. */
export interface Walk {
  /** 'walk 3 of 14' */
  name: string
  start: AnyMachineSnapshot
  steps: readonly Step[]
}

export interface TourOptions<Context> {
  input?: unknown
  /**
   * What has to be taken once: every `edge` (an event that leads from one state value to another),
   * or every transition of the machine's `definition` with every payload, which is far less where
   * states are parallel.
   */
  each?: 'edge' | 'definition'
  /** No walk takes more steps, so that a failure leaves little unreached. */
  longest?: number
  /**
   * What of the context decides where events lead. The less, the faster is the search; leave out
   * counters, or it never ends.
   */
  relevant?: (context: Context) => unknown
}

/** A step, with the place of its event in the list of cases. */
type Found = Omit<Step, 'isNew'> & { index: number; keys: readonly string[] }

/**
 * Few walks from the initial state that together take every transition that `cases` can trigger:
 * from wherever a walk is, it takes the shortest way to something that no walk has taken yet.
 */
export function tour<Machine extends AnyStateMachine>(
  machine: Machine,
  cases: Cases<Machine>,
  {
    input,
    each = 'edge',
    longest = 25,
    relevant = (context) => context,
  }: TourOptions<ContextFrom<Machine>> = {},
): Walk[] {
  // The search passes the same snapshots many times.
  const places = new WeakMap<AnyMachineSnapshot, string>()
  const placeOf = (snapshot: AnyMachineSnapshot) => {
    const place =
      places.get(snapshot) ?? JSON.stringify([snapshot.value, relevant(snapshot.context)])
    places.set(snapshot, place)
    return place
  }
  const known = new Map<string, Found[]>()
  const taken = new Set<string>()
  const isNew = ({ keys }: Found) => keys.some((key) => !taken.has(key))
  const goesOn = (step: Found) => isNew(step) && stepsFrom(step.after).length > 0
  const [start] = initialTransition(machine as AnyStateMachine, input)
  const walks: Step[][] = []

  function stepsFrom(before: AnyMachineSnapshot): Found[] {
    const place = placeOf(before)
    const steps = known.get(place) ?? cases(before.context).flatMap(stepOf(machine, before, each))
    known.set(place, steps)
    return steps
  }

  /** The same step with the whole context of this walk, of which the search knows what is relevant. */
  function retrace(before: AnyMachineSnapshot, { index, name }: Found): Found {
    const event = cases(before.context)[index]
    const [step] = event ? stepOf(machine, before, each)(event, index) : []
    if (step?.name !== name) throw new Error(`Something else is relevant, too: ${name}`)
    return step
  }

  /** Breadth first. */
  function shortestWay(from: AnyMachineSnapshot, isWanted: (step: Found) => boolean) {
    const seen = new Set([placeOf(from)])
    let ways: Found[][] = [[]]
    while (ways.length > 0) {
      const longer: Found[][] = []
      for (const way of ways) {
        for (const step of stepsFrom(way.at(-1)?.after ?? from)) {
          if (isWanted(step)) return [...way, step]
          const place = placeOf(step.after)
          if (seen.has(place)) continue
          seen.add(place)
          longer.push([...way, step])
        }
      }
      ways = longer
    }
    return null
  }

  for (;;) {
    const walk: Step[] = []
    for (;;) {
      const here = walk.at(-1)?.after ?? start
      // States without a way out come last: a walk ends there.
      const way = shortestWay(here, goesOn) ?? shortestWay(here, isNew)
      if (!way || (walk.length > 0 && walk.length + way.length > longest)) break
      for (const planned of way) {
        const { index, keys, ...step } = retrace(walk.at(-1)?.after ?? start, planned)
        walk.push({ ...step, isNew: isNew(planned) })
        for (const key of keys) taken.add(key)
      }
    }
    if (walk.length === 0) break
    walks.push(walk)
  }
  return walks.map((steps, index) => ({
    name: `walk ${index + 1} of ${walks.length}`,
    start,
    steps,
  }))
}

/** What the event does there; nothing where the machine refuses it. */
function stepOf(machine: AnyStateMachine, before: AnyMachineSnapshot, each: 'edge' | 'definition') {
  return (event: Case, index: number): Found[] => {
    if (before.status !== 'active') return []
    const enabled = machine.getTransitionData(before, event)
    // As `can` says, which would look for them once more.
    const isTaken = enabled.some(({ target, actions }) => target || actions.length > 0)
    if (!isTaken) return []
    const [after] = transition(machine, before, event)
    const transitions = enabled.map(transitionName)
    const name = `${stateName(before)} — ${readableEvent(event.type)} → ${stateName(after)}`
    const keys = (each === 'edge' ? [name] : transitions).map((key) => `${index} ${key}`)
    return [{ index, event, before, after, name, transitions, keys }]
  }
}

/** What else a step may need to know: what the machine knows, and what is still to come. */
export interface Moment<Context> {
  context: Context
  /** The first event of one of these types that the walk takes later. */
  next(...types: string[]): Case | undefined
}

/** What the page's calls, and its delays, end with. */
export interface Server {
  /** The call that the machine makes as the invocation of that id resolves with `output`. */
  succeed(id: string, output: unknown, moment: Moment<unknown>): Promise<void>
  fail(id: string, error: unknown, moment: Moment<unknown>): Promise<void>
  /** The delay of that name is over. */
  wait(delay: string, moment: Moment<unknown>): Promise<void>
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
 * What a test does to, and sees of, what it walks through: the machine alone, its screens in jsdom,
 * or the whole site in a browser. A step or a state that is missing is a compile error.
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

interface AnyDriver {
  do: Record<string, (event: never, moment: Moment<never>) => void | Promise<void>>
  see: Record<string, (context: never) => void | Promise<void>>
  server: Server
}

/**
 * Takes the walk: does each step, then looks at each state that is active.
 * @param report wraps each step, so that a test runner can show it
 * @throws Error that names the step, and everything that the walk has not reached because of it
 */
export async function take(
  { start, steps }: Walk,
  driver: AnyDriver,
  report: (title: string, step: () => Promise<void>) => Promise<void> = (_, step) => step(),
): Promise<void> {
  const look = async (snapshot: AnyMachineSnapshot) => {
    for (const [state, see] of Object.entries(driver.see)) {
      if (snapshot.matches(state)) await see(snapshot.context as never)
    }
  }
  await look(start)
  for (const [index, { event, name, before, after }] of steps.entries()) {
    const moment = {
      context: before.context,
      next: (...types: string[]) =>
        steps.slice(index + 1).find((step) => types.includes(step.event.type))?.event,
    }
    const title = `Step ${index + 1} of ${steps.length}: ${name}`
    await report(title, async () => {
      await act(driver, event, moment)
      await look(after)
    }).catch((cause) => {
      const unreached = steps.slice(index + 1).filter(({ isNew }) => isNew)
      const names = unreached.map(({ name }) => `\n  not reached: ${name}`)
      throw new Error(`${title}${names.join('')}\n${messageOf(cause)}`, { cause })
    })
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

async function act(driver: AnyDriver, event: Case, moment: Moment<unknown>): Promise<void> {
  const [, outcome, id] =
    /^xstate\.(done\.actor|error\.actor|after)\.([^.]+)/.exec(event.type) ?? []
  const { server } = driver
  if (id === undefined) await driver.do[event.type]?.(event as never, moment as Moment<never>)
  else if (outcome === 'after') await server.wait(id, moment)
  else if (outcome === 'done.actor') await server.succeed(id, event.output, moment)
  else await server.fail(id, event.error, moment)
}

/** 'xstate.done.actor.loadTreatments' → 'loadTreatments ✓', for readers who need not know XState. */
export function readableEvent(type: string): string {
  return type
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 ✓')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 ✗')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
}

/** Every leaf state of the machine as a dotted path: 'browsing.choosingSlot.slotTaken'. */
function leafStates(machine: AnyStateMachine): string[] {
  return allNodes(machine.root)
    .filter((node) => Object.keys(node.states).length === 0)
    .map((node) => node.path.join('.'))
}

function stateName({ value }: AnyMachineSnapshot): string {
  return leavesOf(value).join(' + ')
}

/** The active leaf states as dotted paths. */
function leavesOf(value: StateValue, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [[...path, value].join('.')]
  const inner = Object.entries(value)
  if (inner.length === 0) return [path.join('.')]
  return inner.flatMap(([key, below = {}]) => leavesOf(below, [...path, key]))
}

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(allNodes)]
}

function transitionName({
  source,
  eventType,
  target,
}: {
  source: AnyStateNode
  eventType: string
  target: readonly AnyStateNode[] | undefined
}): string {
  const to = target?.map(({ path }) => path.join('.')).join(', ')
  return `${source.path.join('.')} — ${readableEvent(eventType)} → ${to}`
}

/** The machine's states and transitions that none of the walks reaches or takes. */
export function unreached(machine: AnyStateMachine, walks: readonly Walk[]) {
  const steps = walks.flatMap((walk) => walk.steps)
  const reached = [...walks.map(({ start }) => start), ...steps.map(({ after }) => after)]
  const taken = new Set(steps.flatMap(({ transitions }) => transitions))
  const transitions = allNodes(machine.root).flatMap((node) =>
    [...node.transitions.values()].flat().map(transitionName),
  )
  return {
    states: leafStates(machine).filter((leaf) => !reached.some((state) => state.matches(leaf))),
    transitions: [...new Set(transitions)].filter((name) => !taken.has(name)),
  }
}
