import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { ChunkBoundary } from './chunk-boundary.tsx'
import { PageSpinner } from './loading.tsx'

export type LoadComponent = () => Promise<{ default: ComponentType }>

/** A component whose code is loaded when it is needed; `<LazyComponent chunk={…} />` renders it. */
export interface ComponentChunk {
  /** Loads the code, or waits for it. Rejects with `ChunkLoadError`. */
  load: LoadComponent
  /** The component, once it has been loaded. */
  readonly loaded: ComponentType | undefined
}

/** Describes a component by its module: `componentChunk(() => import('./booking-dialog.tsx'))`. */
export function componentChunk(load: LoadComponent): ComponentChunk {
  let loaded: ComponentType | undefined
  return {
    get loaded() {
      return loaded
    },
    async load() {
      const module = await loadChunk(load)
      loaded = module.default
      return module
    },
  }
}

interface LazyComponentProps {
  chunk: ComponentChunk
  /** Shown while the code is loading. */
  waiting?: ReactNode
}

/**
 * Renders a component that is loaded on demand, and the chunk-loading failure, which can be tried
 * again, when its code does not arrive. On the server and for hydration `load` its chunk first: `React.lazy`
 * renders nothing on the server, and loses clicks while it waits.
 */
export function LazyComponent({ chunk, waiting = <PageSpinner /> }: LazyComponentProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <ChunkBoundary key={attempt} onRetry={() => setAttempt(attempt + 1)}>
      <Loaded chunk={chunk} waiting={waiting} />
    </ChunkBoundary>
  )
}

function Loaded({ chunk, waiting }: LazyComponentProps) {
  // Chosen once: to change it later would mount the content anew.
  const [{ Content, isLoaded }] = useState(() =>
    chunk.loaded
      ? { Content: chunk.loaded, isLoaded: true }
      : { Content: lazy(chunk.load), isLoaded: false },
  )
  return isLoaded ? (
    <Content />
  ) : (
    <Suspense fallback={waiting}>
      <Content />
    </Suspense>
  )
}
