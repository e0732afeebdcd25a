import {
  createBrowserReceiver,
  createWebSocketReceiver,
  type StatelyInspectionEvent,
} from '@statelyai/inspect'
import mermaid from 'mermaid'
import { createMachine, type StateValue } from 'xstate'
import { diagramOf, idOf } from '#machines/diagram.ts'
import { leavesOf, nodesOf, readableEvent } from '#machines/graph.ts'

// `/flows` of the development server: each machine that is inspected, as in Stately's inspector.

/** The last events that are listed. */
const LISTED = 30

/** A running machine, and where it is shown. */
interface Shown {
  diagram: string
  /** Of each state: its node in the diagram. */
  nodes: ReadonlyMap<string, string>
  drawn: string
  states: HTMLOutputElement
  figure: HTMLElement
  events: HTMLOListElement
  context: HTMLPreElement
}

const page = document.querySelector('#flows')
const board = document.querySelector('#board') ?? undefined
const hint = document.querySelector<HTMLElement>('#hint')
/** Actors as they were made; React in development makes some that never run. */
const made = new Map<string, Extract<StatelyInspectionEvent, { type: '@xstate.actor' }>>()
const machines = new Map<string, Shown>()
/** One drawing after the other: the library draws in one place. */
let drawing = Promise.resolve()

mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', state: { useMaxWidth: false } })

const relay: string | undefined = import.meta.env.VITE_INSPECTION_RELAY
createBrowserReceiver().subscribe(show)
if (relay) createWebSocketReceiver({ server: relay }).subscribe(show)

function show(event: StatelyInspectionEvent) {
  if (event.type === '@xstate.actor') {
    made.set(event.sessionId, event)
    return
  }
  const machine = machines.get(event.sessionId) ?? add(event.sessionId)
  if (!machine) return
  if (event.type === '@xstate.event') return list(machine, readableEvent(event.event.type))
  const { value, context } = event.snapshot as { value?: StateValue; context?: unknown }
  if (value !== undefined) mark(machine, value)
  machine.context.textContent = JSON.stringify(context, null, 2)
}

/** Calls have no states: they show in the events of their machine. */
function add(sessionId: string): Shown | undefined {
  const { name = '', definition = '{}' } = made.get(sessionId) ?? {}
  const config = JSON.parse(definition)
  if (!config.states) return undefined
  const machine = createMachine(config)
  const section = document.createElement('section')
  const shown: Shown = {
    diagram: diagramOf(machine),
    nodes: new Map(
      nodesOf(machine).map(({ stateNode }) => [stateNode.path.join('.'), idOf(stateNode)]),
    ),
    drawn: '',
    states: document.createElement('output'),
    figure: document.createElement('figure'),
    events: document.createElement('ol'),
    context: document.createElement('pre'),
  }
  const heading = document.createElement('h2')
  heading.textContent = name
  section.append(heading, shown.states, shown.figure, shown.events, shown.context)
  machines.set(sessionId, shown)
  page?.prepend(section)
  hint?.remove()
  return shown
}

function list({ events }: Shown, text: string) {
  const item = document.createElement('li')
  item.textContent = text
  events.append(item)
  if (events.children.length > LISTED) events.firstElementChild?.remove()
  events.scrollTop = events.scrollHeight
}

function mark(machine: Shown, value: StateValue) {
  const leaves = leavesOf(value)
  machine.states.value = leaves.join(' + ')
  const active = leaves.map((leaf) => machine.nodes.get(leaf))
  const text = `${machine.diagram}\n  classDef active fill:#1f7a5c,color:#fff,stroke:#0d4a36,stroke-width:3px\n  class ${active.join()} active`
  machine.drawn = text
  drawing = drawing.then(() => draw(machine, text))
}

async function draw(machine: Shown, text: string) {
  // Another state has become active meanwhile.
  if (machine.drawn !== text) return
  // Of two drawings with one name the library removes the first.
  const { svg } = await mermaid.render(`drawing-${crypto.randomUUID()}`, text, board)
  const { figure } = machine
  figure.innerHTML = svg
  const [place, frame] = [figure.querySelector('.active'), figure].map((element) =>
    element?.getBoundingClientRect(),
  )
  if (!place || !frame) return
  figure.scrollBy(
    place.left - frame.left - (frame.width - place.width) / 2,
    place.top - frame.top - (frame.height - place.height) / 2,
  )
}
