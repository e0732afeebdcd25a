import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate'
import { withoutPersonalData as serialize } from './without-personal-data.ts'

const STATELY = 'https://stately.ai/inspect'

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
