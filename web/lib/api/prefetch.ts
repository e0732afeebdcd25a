import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { PublicData } from '#contract/site-renderer.ts'

interface PrefetchInput {
  queries: QueryClient
  data: PublicData
  search: URLSearchParams
}

/**
 * Puts what a server-rendered page shows into `queries`. Resolves to the query string with only
 * the parameters that the page knows, and only valid values: each one is a page to render.
 */
export type Prefetch = (input: PrefetchInput) => Promise<string>

/** The cache of a page that the server renders; null in the browser, which has its own. */
export const ServerQueries = createContext<QueryClient | null>(null)
