import { QueryClient } from '@tanstack/react-query'
import { queryClient } from '../lib/api/query-client.ts'

/** A cache of its own that remembers as long as the site's, and takes the first failure for the last. */
export function siteQueries(): QueryClient {
  const { queries, mutations } = queryClient.getDefaultOptions()
  return new QueryClient({ defaultOptions: { queries: { ...queries, retry: false }, mutations } })
}
