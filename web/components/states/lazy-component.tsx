import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { ChunkBoundary } from './chunk-boundary.tsx'
import { PageSpinner } from './loading.tsx'

export type LoadComponent<Props extends object = object> = () => Promise<{
  default: ComponentType<Props>
}>

/** A component whose code is loaded on demand; render it with `<LazyComponent chunk={…} />`. */
interface ComponentChunk<Props extends object = object> {
  /** Loads the code; rejects with `ChunkLoadError`. */
  load: LoadComponent<Props>
  /** The component, once it has been loaded. */
  readonly loaded: ComponentType<Props> | undefined
}

/** Describes a component by its module: `componentChunk(() => import('./booking-dialog.tsx'))`. */
export function componentChunk<Props extends object = object>(
  load: LoadComponent<Props>,
): ComponentChunk<Props> {
  let loaded: ComponentType<Props> | undefined
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

interface LazyComponentProps<Props extends object> {
  chunk: ComponentChunk<Props>
  /** The component's properties. */
  props?: Props
  /** Shown while the code is loading. */
  waiting: ReactNode
}

/**
 * Renders a part of a page that is loaded on demand; shows the chunk-loading failure with a retry when its
 * code does not arrive. On the server and for hydration, `load` its chunk first: `React.lazy` renders nothing
 * on the server, and loses clicks while it waits.
 */
export function LazyComponent<Props extends object = object>(props: LazyComponentProps<Props>) {
  return <Retried of="part" {...props} />
}

type LazyPageProps<Props extends object> = Omit<LazyComponentProps<Props>, 'waiting'> &
  Partial<Pick<LazyComponentProps<Props>, 'waiting'>>

/** `LazyComponent` for a whole page or a layout: its waiting and error states have the `h1`. */
export function LazyPage<Props extends object = object>({
  waiting = <PageSpinner />,
  ...props
}: LazyPageProps<Props>) {
  return <Retried of="page" waiting={waiting} {...props} />
}

interface RetriedProps<Props extends object> extends LazyComponentProps<Props> {
  of: 'page' | 'part'
}

function Retried<Props extends object>({ of, ...loaded }: RetriedProps<Props>) {
  const [attempt, setAttempt] = useState(0)
  return (
    <ChunkBoundary key={attempt} of={of} onRetry={() => setAttempt(attempt + 1)}>
      <WhenLoaded {...loaded} />
    </ChunkBoundary>
  )
}

function WhenLoaded<Props extends object>({ chunk, props, waiting }: LazyComponentProps<Props>) {
  // Chosen once, because changing it later would mount the content again.
  const [{ Content, isLoaded }] = useState(() => ({
    Content: chunk.loaded ?? (lazy(chunk.load) as ComponentType<Props>),
    isLoaded: chunk.loaded !== undefined,
  }))
  const content = createElement(Content, props)
  return isLoaded ? content : <Suspense fallback={waiting}>{content}</Suspense>
}
