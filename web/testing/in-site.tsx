import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, type MemoryRouterProps } from 'react-router-dom'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { addressOf } from '#web/lib/own-path.ts'
import { BASE } from '#words/en/language.ts'
import { siteQueries } from './site-queries.ts'

type Entry = NonNullable<MemoryRouterProps['initialEntries']>[number]

interface InSiteProps {
  /** By default a cache of its own. */
  queries?: ReturnType<typeof siteQueries>
  /** The address. */
  at?: Entry
  /** What differs from a clinic that has changed nothing. */
  clinic?: Partial<ClinicDetails>
  children: ReactNode
}

const inOwnLanguage = (at: Entry): Entry =>
  typeof at === 'string' ? addressOf(at) : { ...at, pathname: addressOf(at.pathname ?? '/') }

/** What every screen has around it: an address, a cache of what the server has answered, and the clinic. */
export function InSite({ queries, at = '/', clinic, children }: InSiteProps) {
  const [own] = useState(siteQueries)
  return (
    <MemoryRouter basename={BASE || undefined} initialEntries={[inOwnLanguage(at)]}>
      <QueryClientProvider client={queries ?? own}>
        <ClinicProvider clinic={{ ...DEFAULT_CLINIC, ...clinic }}>{children}</ClinicProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
}
