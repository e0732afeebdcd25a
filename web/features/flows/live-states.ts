import { type InspectionEvent, StateMachine, type StateValue } from 'xstate'

/** Where a machine of some tab is. Nothing of what it knows leaves that tab. */
export interface LiveState {
  /** 'auth', 'booking', 'payment'. */
  machine: string
  /** Tells the machines of one tab from each other, and from those of others. */
  actor: string
  value: StateValue
  /** The event that led here. */
  event: string
}

type Message = { say: LiveState } | { gone: string } | { ask: true }

const CHANNEL = 'sprout-flows'

/** Tells other tabs where the machines of this one are; returns what to call with their events. */
export function publishStates(): (event: InspectionEvent) => void {
  const tab = crypto.randomUUID()
  const states = new Map<string, LiveState>()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data)) return
    for (const state of states.values()) post(channel, { say: state })
  }
  return (inspected) => {
    if (inspected.type !== '@xstate.snapshot') return
    const { actorRef, event, snapshot } = inspected
    const machine = machineOf(actorRef)
    if (machine === null || !('value' in snapshot)) return
    const actor = `${tab}/${actorRef.sessionId}`
    if (snapshot.status !== 'active') {
      states.delete(actor)
      post(channel, { gone: actor })
      return
    }
    const state = {
      machine,
      actor,
      value: snapshot.value as StateValue,
      event: event.type,
    }
    states.set(actor, state)
    post(channel, { say: state })
  }
}

/**
 * Calls `onChange` with the machines that run in this browser, by name, each time one of them has
 * moved; of several with one name it is the one that moved last. Returns the function that ends it.
 */
export function watchStates(onChange: (states: Map<string, LiveState>) => void): () => void {
  const states = new Map<string, LiveState>()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('say' in data) {
      states.delete(data.say.actor)
      states.set(data.say.actor, data.say)
    } else if ('gone' in data) states.delete(data.gone)
    else return
    onChange(new Map([...states.values()].map((state) => [state.machine, state])))
  }
  post(channel, { ask: true })
  return () => channel.close()
}

/** The machine that an actor runs; null for the calls that machines make. */
function machineOf(actor: object): string | null {
  const logic = 'logic' in actor ? actor.logic : null
  return logic instanceof StateMachine ? logic.id : null
}

function post(channel: BroadcastChannel, message: Message) {
  channel.postMessage(message)
}
