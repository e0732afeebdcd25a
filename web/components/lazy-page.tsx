import { Suspense, useState } from 'react'
import { ChunkBoundary } from './chunk-boundary.tsx'
import type { PageChunk } from './page-chunk.ts'
import { PageSpinner } from './spinner.tsx'

/**
 * Draws a page from its chunk: the page spinner while it loads, the chunk-loading failure when
 * it does not come (spec section 8). Give it a `key` per route, so that a failure stays behind.
 */
export function LazyPage({ chunk }: { chunk: PageChunk }) {
  // Without a Suspense boundary where nothing is waited for: React would bring a prerendered
  // page to life only some time after what is around it, and a form sent in between is lost.
  const [Loaded] = useState(() => chunk.loaded())
  return (
    <ChunkBoundary>
      {Loaded ? (
        <Loaded />
      ) : (
        <Suspense fallback={<PageSpinner />}>
          <ChunkContent chunk={chunk} />
        </Suspense>
      )}
    </ChunkBoundary>
  )
}

function ChunkContent({ chunk }: { chunk: PageChunk }) {
  const Page = chunk.read()
  return <Page />
}
