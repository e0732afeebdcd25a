import type { ComponentType } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'

/** The code of a page (or layout route), loaded when it is first needed. */
export interface PageChunk<Props = object> {
  /** The page's component if it is there already. */
  loaded(): ComponentType<Props> | null
  /** The page's component; one attempt for all who ask meanwhile. Rejects with `ChunkLoadError`. */
  load(): Promise<ComponentType<Props>>
  /** Loads the code ahead of need; never rejects, since the page itself shows the failure. */
  preload(): Promise<void>
}

/**
 * Describes a page by its module's default export: `pageChunk(() => import('../components/pages/home.tsx'))`.
 * Once preloaded it is drawn at once, which prerendering and hydration rely on.
 */
export function pageChunk<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): PageChunk<Props> {
  let page: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null

  function start(): Promise<ComponentType<Props>> {
    loading ??= loadChunk(load).then(
      (module) => {
        page = module.default
        return module.default
      },
      (error) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  return {
    loaded: () => page,
    load: start,
    preload: () =>
      start().then(
        () => undefined,
        () => undefined,
      ),
  }
}
