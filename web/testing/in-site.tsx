import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, type MemoryRouterProps } from 'react-router-dom'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { siteQueries } from './site-queries.ts'

interface InSiteProps {
  /** By default a cache of its own. */
  queries?: ReturnType<typeof siteQueries>
  /** The address. */
  at?: NonNullable<MemoryRouterProps['initialEntries']>[number]
  /** What differs from a clinic that has changed nothing. */
  clinic?: Partial<ClinicDetails>
  children: ReactNode
}

/** What every screen has around it: an address, a cache of what the server has answered, and the clinic. */
export function InSite({ queries, at = '/', clinic, children }: InSiteProps) {
  const [own] = useState(siteQueries)
  return (
    <MemoryRouter initialEntries={[at]}>
      <QueryClientProvider client={queries ?? own}>
        <ClinicProvider clinic={{ ...DEFAULT_CLINIC, ...clinic }}>{children}</ClinicProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
}
