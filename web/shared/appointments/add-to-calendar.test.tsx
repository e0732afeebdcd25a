import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '#web/components/toasts.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { siteQueries } from '#web/testing/site-queries.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

vi.mock('#web/lib/save-file.ts')

afterEach(() => vi.mocked(saveFile).mockReset())

function open(answer: Response) {
  const fetched = vi.fn(async (_path: string) => answer)
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={siteQueries()}>
      <AddToCalendar appointmentId="0199" />
      <Toasts />
    </QueryClientProvider>,
  )
  return { fetched, user: userEvent.setup() }
}

it('saves the calendar file of the appointment', async () => {
  const { fetched, user } = open(new Response('BEGIN:VCALENDAR'))
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  const file = expect.objectContaining({ type: 'text/calendar', size: 15 })
  await expect.poll(() => saveFile).toHaveBeenCalledExactlyOnceWith(file, 'appointment.ics')
  expect(fetched).toHaveBeenCalledWith('/appointment/0199/calendar', expect.anything())
})

it('says why there is no file, and can be tried again', async () => {
  const message = 'Appointment not found.'
  const refused = Response.json({ code: 'not_found', message }, { status: 404 })
  const { user } = open(refused)
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(saveFile).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Add to calendar' })).not.toHaveAttribute('aria-busy')
})
