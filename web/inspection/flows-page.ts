import {
  createBrowserReceiver,
  createWebSocketReceiver,
  type StatelyInspectionEvent,
} from '@statelyai/inspect'
import { type AnyStateMachine, createMachine, type StateValue } from 'xstate'
import { leavesOf, readableEvent } from '#machines/graph.ts'
import { drawMachine } from './draw-machine.ts'

// `/flows` of the development server: shows each inspected machine, as Stately's inspector does.

/** How many events are listed. */
const LISTED = 30

/** A running machine, and the elements that show it. */
interface Shown {
  active: readonly string[]
  states: HTMLOutputElement
  figure: HTMLElement
  events: HTMLOListElement
  context: HTMLPreElement
}

const page = document.querySelector('#flows')
const hint = document.querySelector<HTMLElement>('#hint')
/** Actors as they were created; in development, React creates some that never run. */
const made = new Map<string, Extract<StatelyInspectionEvent, { type: '@xstate.actor' }>>()
const machines = new Map<string, Shown>()
/** Machines are drawn one after another, because each blocks the page. */
let drawing = Promise.resolve()
/** The pending drawings of machines that have not been in view yet. */
const drawings = new Map<Element, () => Promise<void>>()
const inView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const drawNow = isIntersecting ? drawings.get(target) : undefined
    if (!drawNow) continue
    drawings.delete(target)
    inView.unobserve(target)
    drawing = drawing.then(drawNow)
  }
})

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

/** Actors without states are calls: they appear in the events of their machine. */
function add(sessionId: string): Shown | undefined {
  const { name = '', definition = '{}' } = made.get(sessionId) ?? {}
  const config = JSON.parse(definition)
  if (!config.states) return undefined
  const machine = createMachine(config)
  const section = document.createElement('section')
  const shown: Shown = {
    active: [],
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
  shown.figure.textContent = 'Drawing…'
  shown.figure.ariaBusy = 'true'
  drawings.set(shown.figure, () => draw(shown, machine))
  inView.observe(shown.figure)
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
  machine.active = leavesOf(value)
  machine.states.value = machine.active.join(' + ')
  showActive(machine)
}

/**
 * The layout blocks the page for a moment, so a machine is drawn only once, and only when it comes
 * into view. A machine that cannot be drawn shows the error, and does not prevent others from being
 * drawn.
 */
async function draw(shown: Shown, machine: AnyStateMachine) {
  try {
    shown.figure.replaceChildren(await drawMachine(machine))
    showActive(shown)
  } catch (error) {
    shown.figure.textContent = `This machine cannot be drawn: ${String(error)}`
  }
  shown.figure.ariaBusy = 'false'
}

/** Marks the active states in the drawing, if it exists, and scrolls them into view. */
function showActive({ figure, active }: Shown) {
  for (const node of figure.querySelectorAll('.active')) node.classList.remove('active')
  const nodes = active.map((leaf) => figure.querySelector(`[data-state="${leaf}"]`))
  for (const node of nodes) node?.classList.add('active')
  const [place, frame] = [nodes[0], figure].map((element) => element?.getBoundingClientRect())
  if (!place || !frame) return
  figure.scrollBy(
    place.left - frame.left - (frame.width - place.width) / 2,
    place.top - frame.top - (frame.height - place.height) / 2,
  )
}
