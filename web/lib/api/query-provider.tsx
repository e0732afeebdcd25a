import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Outlet } from 'react-router-dom'
import { ServerQueries } from './prefetch.ts'
import { queryClient } from './query-client.ts'

/**
 * A layout that provides the query cache to the routes within it.
 * @param children contains the routes
 */
export default function QueryProvider({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={useContext(ServerQueries) ?? queryClient}>
      {children}
    </QueryClientProvider>
  )
}
