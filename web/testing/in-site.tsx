import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, type MemoryRouterProps } from 'react-router-dom'
import { siteQueries } from './site-queries.ts'

interface InSiteProps {
  /** By default a cache of its own. */
  queries?: ReturnType<typeof siteQueries>
  /** The address. */
  at?: NonNullable<MemoryRouterProps['initialEntries']>[number]
  children: ReactNode
}

/** What every screen has around it: an address, and a cache of what the server has answered. */
export function InSite({ queries, at = '/', children }: InSiteProps) {
  const [own] = useState(siteQueries)
  return (
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={queries ?? own}>{children}</QueryClientProvider>
    </MemoryRouter>
  )
}
