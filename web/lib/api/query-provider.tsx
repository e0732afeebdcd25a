import { QueryClientProvider } from '@tanstack/react-query'
import { useContext } from 'react'
import { Outlet } from 'react-router-dom'
import { ServerQueries } from './prefetch.ts'
import { queryClient } from './query-client.ts'

/** A layout that gives the routes within it the query cache. */
export default function QueryProvider() {
  return (
    <QueryClientProvider client={useContext(ServerQueries) ?? queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
