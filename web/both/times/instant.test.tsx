import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { configOptions } from '#web/lib/api/config.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { Instant } from './instant.tsx'

it.each([
  ['America/Los_Angeles', 'Thu, Dec 31, 2026, 6:05 PM'],
  ['America/New_York', 'Thu, Dec 31, 2026, 9:05 PM'],
])('uses the clock of a clinic in %s, wherever the device is', (timeZone, shown) => {
  const queries = siteQueries()
  queries.setQueryData(configOptions().queryKey, { clinic: { timeZone } } as never)
  render(
    <InSite queries={queries}>
      <Instant at="2027-01-01T02:05:00Z" as="exact" />
    </InSite>,
  )
  expect(screen.getByText(shown)).toHaveAttribute('datetime', '2027-01-01T02:05:00.000Z')
})
