import type {
  FetchQueryOptions,
  InvalidateQueryFilters,
  Query,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query'

/**
 * Fetches again after a change. The answer to a request that is already under way may be older than
 * the change.
 * @returns the answer to a request that started after the call
 */
export async function fetchAnew<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  const isUnderWay = queries.isFetching({ queryKey: options.queryKey, exact: true }) > 0
  // Waits for the request that is under way.
  if (isUnderWay) await queries.fetchQuery(options).catch(() => {})
  return queries.fetchQuery({ ...options, staleTime: 0 })
}

/**
 * Fetches the page's data again after a change. TanStack Query cancels requests that are under way,
 * except a query's first one, whose answer may be older than the change.
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
