import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NavigationType, type Navigator, Router, type RouterProps, type To } from 'react-router-dom'
import { expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import AppointmentPage from '#web/family/booking/appointment-page.tsx'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { clinic } from './testing/clinic-server.ts'
import { openDialog } from './testing/page.tsx'

type Shown = Pick<RouterProps, 'navigationType'> & { location: { search: string; state: unknown } }

/** The booking page on a slow phone, where a new address appears only when `showNext` is called. */
function openSlowly() {
  const entries: Shown['location'][] = [{ search: '', state: null }]
  const coming: Shown[] = []
  let place = 0
  function go(to: number, navigationType: NavigationType) {
    place = to
    const location = entries[to]
    if (location) coming.push({ navigationType, location })
  }
  function write(at: number, to: To, state: unknown, navigationType: NavigationType) {
    entries.splice(at, Infinity, { search: typeof to === 'string' ? to : (to.search ?? ''), state })
    go(at, navigationType)
  }
  const navigator: Navigator = {
    createHref: String,
    push: (to, state) => write(place + 1, to, state, NavigationType.Push),
    replace: (to, state) => write(place, to, state, NavigationType.Replace),
    go: (steps) => go(place + steps, NavigationType.Pop),
  }
  const queries = siteQueries()
  const page = ({ location: { search, state }, navigationType }: Shown) => (
    <Router
      navigator={navigator}
      navigationType={navigationType}
      location={{ pathname: '/appointment', search, state }}
    >
      <QueryClientProvider client={queries}>
        <ClinicProvider clinic={DEFAULT_CLINIC}>
          <AppointmentPage />
        </ClinicProvider>
      </QueryClientProvider>
    </Router>
  )
  const first = { navigationType: NavigationType.Pop, location: { search: '', state: null } }
  const { rerender } = render(page(first))
  return {
    coming,
    showNext() {
      const next = coming.shift()
      if (next) rerender(page(next))
    },
  }
}

it('does not mistake its own late address for a choice of the user', async () => {
  const user = userEvent.setup()
  const page = openSlowly()
  await screen.findByRole('grid')
  await openDialog(user)
  await user.keyboard('{Escape}')
  expect(page.coming.map(({ navigationType }) => navigationType)).toEqual(['PUSH', 'PUSH', 'POP'])
  const last = page.coming.at(-1)?.location.search
  while (page.coming.length > 0) page.showNext()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(last).toBe('?date=2026-06-05&treatment=allergy')
  expect(clinic.asked).toHaveLength(1)
})
