import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GivenContext } from '../../app/given.ts'
import { siteQueries } from '../../testing/site-queries.ts'
import AppointmentPage from './appointment-page.tsx'
import { preloadDialog } from './choosing-screen.tsx'
import { fakeClinic, json, treatments } from './testing/fake-clinic.ts'
import { card, dayButton, openDialog, shown } from './testing/page.tsx'

const calendar = { today: '2026-06-05', lastDay: '2026-07-30', closures: ['2026-06-08'] }

let clinic: ReturnType<typeof fakeClinic>

beforeAll(preloadDialog)
beforeEach(() => {
  clinic = fakeClinic()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The page as the server draws it, taken over by the browser. */
async function takeOver(today = calendar.today) {
  const booking = { calendar: { ...calendar, today }, first: { day: today, treatments } }
  const client = siteQueries()
  const page = (
    <GivenContext value={{ booking }}>
      <MemoryRouter initialEntries={['/appointment']}>
        <QueryClientProvider client={client}>
          <AppointmentPage />
        </QueryClientProvider>
      </MemoryRouter>
    </GivenContext>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const drawn = within(container).getByRole('heading', { name: /^Available appointments on/ })
  // React reports what is not the same as drawn, and the set-up of the tests takes it for a failure.
  await act(async () => render(page, { container, hydrate: true }))
  return { drawn }
}

describe('the appointment page that the server has drawn', () => {
  it('is taken over as it is, and asks for no treatments that it has', async () => {
    const { drawn } = await takeOver()
    expect(drawn).toBeInTheDocument()
    expect(await shown('Jun 5, 2026')).toBe(drawn)
    expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeInTheDocument()
    expect(clinic.asked).toEqual([])
  })

  it('leads on to the dialog, with the name of who is signed in', async () => {
    await takeOver()
    const dialog = await openDialog(userEvent.setup())
    expect(dialog.getByLabelText('Name')).toHaveValue('Paula Parent')
  })

  it('shows another day as it is then', async () => {
    await takeOver()
    clinic.available = () => json([{ ...treatments[1], slots: [] }])
    await userEvent.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    expect((await card('Weight Loss')).getByText('Try another date')).toBeInTheDocument()
    expect(clinic.asked).toEqual(['Jun 9, 2026'])
  })

  it('moves on to the first day of now, where it is of another day', async () => {
    await takeOver('2026-06-04')
    await shown('Jun 5, 2026')
    await card('Allergy Testing')
    expect(clinic.asked).toEqual(['Jun 5, 2026'])
    expect(screen.getByRole('button', { name: /^Thursday, June 4, 2026/ })).toBeDisabled()
  })
})
