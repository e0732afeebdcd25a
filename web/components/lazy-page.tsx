import { Suspense } from 'react'
import { ChunkBoundary } from './chunk-boundary.tsx'
import type { PageChunk } from './page-chunk.ts'
import { PageSpinner } from './spinner.tsx'

/**
 * Draws a page from its chunk: the page spinner while it loads, the chunk-loading failure when
 * it does not come (spec section 8). Give it a `key` per route, so that a failure stays behind.
 */
export function LazyPage({ chunk }: { chunk: PageChunk }) {
  return (
    <ChunkBoundary>
      <Suspense fallback={<PageSpinner />}>
        <ChunkContent chunk={chunk} />
      </Suspense>
    </ChunkBoundary>
  )
}

function ChunkContent({ chunk }: { chunk: PageChunk }) {
  const Page = chunk.read()
  return <Page />
}
