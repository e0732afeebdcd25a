import { setTimeout } from 'node:timers/promises'
import { createWebSocketInspector } from '@statelyai/inspect'
import { type Walk, watchers } from '#machines/testing/tours.ts'
import { withoutPersonalData as serialize } from '../inspection/without-personal-data.ts'

/**
 * Shows the walks of this process at a relay: that of `npm run dev -- --inspect`.
 * @param url 'ws://localhost:8080'
 * @param pause milliseconds for each step, so that a developer can follow
 * @returns a function that ends it
 */
export function watchWalks(url: string, pause = 500): () => void {
  const inspector = createWebSocketInspector({ url, serialize, serializationDepthLimit: 30 })
  async function watch({ steps, name }: Walk, at: number) {
    const step = steps[at]
    if (!step) return
    const { event, state } = step
    const { machine, status, value, context } = state
    const snapshot = { status, value, context }
    const sessionId = `${machine.id}, ${name}`
    if (at === 0) {
      const actor = { sessionId, send: () => undefined, getSnapshot: () => state, logic: machine }
      inspector.actor(actor, snapshot)
    }
    inspector.event(sessionId, event)
    inspector.snapshot(sessionId, snapshot, { event })
    await setTimeout(pause)
  }
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
    inspector.stop()
  }
}
