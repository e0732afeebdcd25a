import type { InspectionEvent } from 'xstate'

type Watcher = (event: InspectionEvent) => void

const watchers = new Set<Watcher>()

/**
 * What every running machine is started with: in development it tells whoever watches what
 * happens to it; in production it is nothing, and nobody can watch.
 */
export const inspection = import.meta.env.DEV
  ? {
      inspect: (event: InspectionEvent) => {
        for (const watch of watchers) watch(event)
      },
    }
  : {}

/** Calls `watcher` with all that happens to the machines; returns the function that ends it. */
export function watchMachines(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}
