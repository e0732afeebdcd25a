import type {
  FetchQueryOptions,
  InvalidateQueryFilters,
  Query,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query'

/**
 * Fetches again, for a change that the page has just heard of: the answer of a request that was already
 * under way may be older than the change.
 * @returns the answer of a request that began after the call
 */
export async function fetchAnew<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  const isUnderWay = queries.isFetching({ queryKey: options.queryKey, exact: true }) > 0
  // The one under way is joined.
  if (isUnderWay) await queries.fetchQuery(options).catch(() => {})
  return queries.fetchQuery({ ...options, staleTime: 0 })
}

/**
 * Fetches what the page shows again, for a change that it has just heard of. TanStack Query gives up a
 * request that is under way, except for one without any answer yet, which may be older than the change.
 */
export async function invalidateAnew(
  queries: QueryClient,
  filters: InvalidateQueryFilters,
): Promise<void> {
  const isFirst = (query: Query) => query.state.data === undefined
  const first = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(isFirst)
  await queries.invalidateQueries(filters)
  if (first.length === 0) return
  await queries.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) })
}
