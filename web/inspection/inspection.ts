import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate'
import { withoutPersonalData } from './without-personal-data.ts'

const STATELY = 'https://stately.ai/inspect'
/** A relay combines the actors of several pages, which would otherwise have the same ids. */
const PAGE = `${crypto.randomUUID().slice(0, 8)} `
const IDS = ['sessionId', 'rootId', 'parentId', 'sourceId']

/**
 * Prepares an event for sending. An event may pass twice, because the inspector sends some of them
 * later.
 */
function serialize(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const own = ([key, value]: [string, unknown]) =>
    IDS.includes(key) && typeof value === 'string' && !value.startsWith(PAGE)
      ? [key, `${PAGE}${value}`]
      : [key, value]
  return Object.fromEntries(Object.entries(withoutPersonalData(event)).map(own))
}

/**
 * Receives the inspection events of this page's machines; undefined when they are not inspected.
 */
export const inspect = await watchers()

/**
 * `?inspect` opens Stately's inspector, `?inspect=flows` our own page; `npm run dev -- --inspect`
 * sets a relay, to which every page sends.
 */
async function watchers(): Promise<ActorOptions<AnyActorLogic>['inspect']> {
  const wanted = new URLSearchParams(window.location.search).get('inspect')
  const relay: string | undefined = import.meta.env.VITE_INSPECTION_RELAY
  if (wanted === null && !relay) return undefined
  const { createBrowserInspector, createWebSocketInspector } = await import('@statelyai/inspect')
  sendSoon()
  // Definitions of machines are nested more than 10 levels deep.
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
 * The inspector sends when the page is idle, which it is not while `/flows` draws in the same
 * thread. This is the longest delay.
 */
function sendSoon() {
  const whenIdle = window.requestIdleCallback?.bind(window)
  if (whenIdle) window.requestIdleCallback = (send) => whenIdle(send, { timeout: 100 })
}
