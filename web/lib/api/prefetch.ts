import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { PublicData } from '#contract/rendering/site-renderer.ts'

interface PrefetchInput {
  data: PublicData
  search: URLSearchParams
}

/** How the server loads the data of a page. */
export interface Prefetch {
  /**
   * Only the parameters that the page reads, with valid values, because each combination is a page
   * to render.
   */
  knownSearch(input: PrefetchInput): Promise<URLSearchParams>
  /** Loads the page's data into `queries`; `search` is the result of `knownSearch`. */
  load(input: PrefetchInput & { queries: QueryClient }): Promise<void>
}

/**
 * How a browser gets the data that a page shows first, exported by the page's module as `prefetch`: for a user who is
 * about to follow a link to it.
 */
export type PrefetchData = (search: string) => Promise<void>

/** The cache of a page that the server renders; null in the browser, which has its own. */
export const ServerQueries = createContext<QueryClient | null>(null)
