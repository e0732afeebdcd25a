import { render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { beforeAll } from 'vitest'
import type { SiteConfig } from '#contract/config/config.ts'
import { addWeekday } from '#contract/dates.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import AppointmentPage from '#web/family/booking/appointment-page.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { preloadDialog } from '../chunks.ts'
import { config, MORNING } from './fake-clinic.ts'

// Loaded in advance, so that no query of the screen waits for the dialog's code.
beforeAll(preloadDialog)

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Browser back
      </button>
    </>
  )
}

/** The cache of a browser that has loaded these terms. */
export function queriesWith(refundTerms: RefundTerms) {
  const queries = siteQueries()
  const { queryKey } = configOptions()
  queries.setQueryDefaults(queryKey, { enabled: false })
  queries.setQueryData(queryKey, { ...config, refundTerms } as SiteConfig)
  return queries
}

/** Opens the booking page at its address, and waits for the calendar. */
export async function open(
  entry: string | { pathname: string; search?: string; state: unknown } = '/appointment',
  client = siteQueries(),
) {
  const user = userEvent.setup()
  render(
    <InSite at={entry} queries={client}>
      <Routes>
        <Route path="/appointment" element={<AppointmentPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </InSite>,
  )
  await screen.findByRole('grid')
  return user
}

/** The page's path and query. */
export const address = () => screen.getByTestId('address').textContent

/** A day of the calendar. */
export const dayButton = (name: RegExp) => screen.getByRole('button', { name })

/** Waits for the treatments' heading of that day. */
export const shown = (date: string) =>
  screen.findByRole('heading', { name: `Available appointments on ${addWeekday(date)}` })

/** The card of that treatment. */
export async function card(name: string) {
  const heading = await screen.findByRole('heading', { name, level: 3 })
  const item = heading.closest('li')
  if (!item) throw new Error(`No card for ${name}`)
  return within(item)
}

/** Selects 'Allergy Testing'. */
export async function selectTreatment(user: UserEvent) {
  const { getByRole } = await card('Allergy Testing')
  await user.click(getByRole('button', { name: 'Select Treatment' }))
}

/** Chooses the first slot of 'Allergy Testing'. */
export async function openDialog(user: UserEvent) {
  await selectTreatment(user)
  await user.click(screen.getByRole('button', { name: MORNING }))
  return within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
}

/** Types phone and address into the dialog. */
export async function fillIn(user: UserEvent, dialog: Awaited<ReturnType<typeof openDialog>>) {
  await user.type(dialog.getByLabelText('Phone'), '555 0100')
  await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
}
