import { type ComponentType, use } from 'react'
import { loadChunk } from './load-chunk.ts'

/** The code of a page (or layout route), loaded when it is first needed. */
export interface PageChunk {
  /** The page's component if it is there already. */
  loaded(): ComponentType | null
  /** For rendering: the page's component; suspends until it is there, throws `ChunkLoadError`. */
  read(): ComponentType
  /** Loads the code ahead of need; never rejects, since the page itself shows the failure. */
  preload(): Promise<void>
}

/**
 * Describes a page by its module's default export: `pageChunk(() => import('./pages/home.tsx'))`.
 * Once preloaded it renders without suspending, which prerendering and hydration rely on.
 */
export function pageChunk(load: () => Promise<{ default: ComponentType }>): PageChunk {
  let page: ComponentType | null = null
  let failed = false
  let loading: Promise<ComponentType> | null = null

  function start(): Promise<ComponentType> {
    loading ??= loadChunk(load).then(
      (module) => {
        page = module.default
        return module.default
      },
      (error) => {
        // Kept: React renders a failed component twice, and must meet the same failure.
        failed = true
        throw error
      },
    )
    return loading
  }

  return {
    loaded: () => page,
    read: () => page ?? use(start()),
    async preload() {
      if (failed) {
        failed = false
        loading = null
      }
      await start().catch(() => undefined)
    },
  }
}
