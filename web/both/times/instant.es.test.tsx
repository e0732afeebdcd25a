import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InSite } from '#web/testing/in-site.tsx'
import { Instant } from './instant.tsx'

it('writes the day of a sentence without short names', () => {
  render(
    <InSite>
      <Instant at="2026-12-15T12:00:00Z" as="weekday" />
    </InSite>,
  )
  expect(screen.getByText('martes 15 de diciembre de 2026')).toBeVisible()
})
