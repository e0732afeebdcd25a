import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListSkeleton, Spinner } from './loading.tsx'
import { LoadError } from './states.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  /** Both messages; on English screens of staff, the name in them: 'the hours'. */
  what: string | { loading: string; failed: string }
  /** For a small part of a page. */
  small?: boolean
  children: (data: Data) => ReactNode
}

/** The result of a query; before that a loading state, or the failure with a retry. */
export function Loaded<Data>({ query, what, small = false, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  const { loading, failed } =
    typeof what === 'string'
      ? { loading: `Loading ${what}`, failed: `We couldn’t load ${what}` }
      : what
  if (query.isError) return <LoadError title={failed} query={query} />
  const Waiting = small ? Spinner : ListSkeleton
  return <Waiting label={loading} />
}
