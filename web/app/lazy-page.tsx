import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { ChunkBoundary } from '../components/chunk-boundary.tsx'
import type { PageChunk } from './page-chunk.ts'
import { PageWait } from './page-wait.tsx'

interface LazyPageProps {
  chunk: PageChunk
  /** What stands in its place meanwhile. */
  waiting?: ReactNode
}

/**
 * Draws a page from its chunk: its frame or a spinner while it loads, the chunk-loading failure when
 * it does not come (spec section 8). Give it a `key` per route, so that a failure stays behind.
 */
export function LazyPage({ chunk, waiting = <PageWait /> }: LazyPageProps) {
  return (
    <ChunkBoundary>
      <ChunkContent chunk={chunk} waiting={waiting} />
    </ChunkBoundary>
  )
}

type Progress = { Page: ComponentType | null } | { error: unknown }

// Without Suspense: a prerendered page within it would come to life only some time after what is
// around it, and a form sent in between would be lost.
function ChunkContent({ chunk, waiting }: LazyPageProps) {
  const [progress, setProgress] = useState<Progress>(() => ({ Page: chunk.loaded() }))
  const waits = 'Page' in progress && progress.Page === null

  useEffect(() => {
    if (!waits) return
    let left = false
    // Drawn in pieces: what is there already stays usable meanwhile.
    const show = (next: Progress) => {
      if (!left) startTransition(() => setProgress(next))
    }
    chunk.load().then(
      (Page) => show({ Page }),
      (error: unknown) => show({ error }),
    )
    return () => {
      left = true
    }
  }, [chunk, waits])

  if ('error' in progress) throw progress.error
  return progress.Page ? <progress.Page /> : waiting
}
