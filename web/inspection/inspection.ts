import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate'
import { withoutPersonalData } from './without-personal-data.ts'

const STATELY = 'https://stately.ai/inspect'
/** Actors of several pages, which a relay brings together, have the same ids. */
const PAGE = `${crypto.randomUUID().slice(0, 8)} `
const IDS = ['sessionId', 'rootId', 'parentId', 'sourceId']

/** The events that leave the page. One may come twice: the inspector sends some of them later. */
function serialize(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const own = ([key, value]: [string, unknown]) =>
    IDS.includes(key) && typeof value === 'string' && !value.startsWith(PAGE)
      ? [key, `${PAGE}${value}`]
      : [key, value]
  return Object.fromEntries(Object.entries(withoutPersonalData(event)).map(own))
}

/** Receives what the machines of this page do; undefined when they are not inspected. */
export const inspect = await watchers()

/**
 * `?inspect` opens Stately's inspector, `?inspect=flows` our own page; `npm run dev -- --inspect`
 * names a relay, which every page sends to.
 */
async function watchers(): Promise<ActorOptions<AnyActorLogic>['inspect']> {
  const wanted = new URLSearchParams(window.location.search).get('inspect')
  const relay: string | undefined = import.meta.env.VITE_INSPECTION_RELAY
  if (wanted === null && !relay) return undefined
  const { createBrowserInspector, createWebSocketInspector } = await import('@statelyai/inspect')
  sendSoon()
  // A definition is deeper than 10 levels.
  const options = { serialize, serializationDepthLimit: 30 }
  const url = wanted === 'flows' ? '/flows' : STATELY
  const inspectors = [
    ...(wanted === null ? [] : [createBrowserInspector({ url, ...options })]),
    ...(relay ? [createWebSocketInspector({ url: relay, ...options })] : []),
  ]
  return (event: InspectionEvent) => {
    for (const inspector of inspectors) inspector.inspect.next?.(event)
  }
}

/**
 * The inspector sends while the page is idle, which it is not as long as `/flows` draws in the same
 * thread: it need not wait longer than this.
 */
function sendSoon() {
  const whenIdle = window.requestIdleCallback?.bind(window)
  if (whenIdle) window.requestIdleCallback = (send) => whenIdle(send, { timeout: 100 })
}
