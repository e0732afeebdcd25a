import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import AppointmentPage from '#web/family/booking/appointment-page.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { clinic } from './testing/clinic-server.ts'
import { json, mia, noa, treatments } from './testing/fake-clinic.ts'
import { card, dayButton, openDialog, shown } from './testing/page.tsx'

const calendar = { today: '2026-06-05', lastDay: '2026-07-30', closures: ['2026-06-08'] }

interface Visit {
  today?: string
  /** The router's state. */
  state?: unknown
  search?: string
  /** The visitor's actions before hydration. */
  use?: () => void
}

/** The page as the server rendered it on that day, hydrated in the browser. */
async function hydrate({ today = calendar.today, state, search = '', use }: Visit = {}) {
  const client = siteQueries()
  client.setQueryData(calendarOptions().queryKey, { ...calendar, today })
  client.setQueryData(availabilityOptions(today).queryKey, treatments)
  const page = (
    <InSite at={{ pathname: '/appointment', search, state }} queries={client}>
      <AppointmentPage />
    </InSite>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const rendered = within(container).getByRole('heading', { name: /^Available appointments on/ })
  use?.()
  // React reports differences from the server's HTML, which fails the test.
  await act(async () => render(page, { container, hydrate: true }))
  return { rendered }
}

describe('the server-rendered appointment page', () => {
  it('keeps what the server has rendered, without loading it again', async () => {
    const { rendered } = await hydrate()
    expect(rendered).toBeInTheDocument()
    expect(await shown('Jun 5, 2026')).toBe(rendered)
    expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeInTheDocument()
    expect(clinic.asked).toEqual([])
  })

  it('opens the dialog with the name of the signed-in user', async () => {
    await hydrate()
    const dialog = await openDialog(userEvent.setup())
    expect(dialog.getByText('Paula Parent')).toBeVisible()
  })

  it('handles the arrow keys on a day that was focused before', async () => {
    await hydrate({ use: () => dayButton(/^Today, .* selected$/).focus() })
    await userEvent.keyboard('{ArrowRight}')
    expect(dayButton(/^Tuesday, June 9, 2026$/)).toHaveFocus()
  })

  it('restores the choices of the address', async () => {
    await hydrate({ search: '?date=2026-06-05&treatment=allergy' })
    const title = await screen.findByRole('heading', { name: 'Choose a time for Allergy Testing' })
    await waitFor(() => expect(title).toHaveFocus())
  })

  it('restores the choice of siblings', async () => {
    clinic.children = [mia, noa]
    await hydrate({ search: '?date=2026-06-05&siblings=mia:allergy,noa:weight' })
    const noas = await screen.findByRole('combobox', { name: 'Treatment for Noa' })
    expect(noas).toHaveValue('Weight Loss')
    await waitFor(() => expect(clinic.askedTogether).toHaveLength(1))
  })

  it('reserves space for the child of the address, and names it in the browser', async () => {
    clinic.children = [mia]
    await hydrate({ search: '?child=mia' })
    await waitFor(() => expect(screen.getByLabelText('Who is it for?')).toHaveDisplayValue('Mia'))
  })

  it('loads the treatments of another day', async () => {
    await hydrate()
    clinic.available = () => json([{ ...treatments[1], slots: [] }])
    await userEvent.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    expect((await card('Weight Loss')).getByText('Try another date')).toBeInTheDocument()
    expect(clinic.asked).toEqual(['Jun 9, 2026'])
  })

  it('moves to today’s first day if it was rendered on an earlier day', async () => {
    await hydrate({ today: '2026-06-04' })
    await shown('Jun 5, 2026')
    await card('Allergy Testing')
    expect(clinic.asked).toEqual(['Jun 5, 2026'])
    expect(screen.getByRole('button', { name: /^Thursday, June 4, 2026/ })).toBeDisabled()
  })

  it('applies the input of the home page’s quick form', async () => {
    await hydrate({ state: { quick: { date: '2026-06-09', service: 'Weight Loss' } } })
    await shown('Jun 9, 2026')
    await screen.findByRole('heading', { name: 'Choose a time for Weight Loss' })
  })
})
