import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListSkeleton, Spinner } from './loading.tsx'
import { LoadError } from './states.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  /** The name in both messages: 'the hours'. */
  what: string
  /** For a small part of a page. */
  small?: boolean
  children: (data: Data) => ReactNode
}

/** The result of a query; before that a loading state, or the failure with a retry. */
export function Loaded<Data>({ query, what, small = false, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadError title={`We couldn’t load ${what}`} query={query} />
  const Waiting = small ? Spinner : ListSkeleton
  return <Waiting label={`Loading ${what}`} />
}
