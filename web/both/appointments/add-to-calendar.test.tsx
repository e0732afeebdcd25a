import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '#web/components/toasts.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { fetched } from '#web/testing/fetched.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

vi.mock('#web/lib/save-file.ts')

afterEach(() => vi.mocked(saveFile).mockReset())

function open(answer: Response) {
  fetched.mockResolvedValue(answer)
  render(
    <InSite>
      <AddToCalendar appointmentId="0199" />
      <Toasts />
    </InSite>,
  )
}

it('saves the calendar file of the appointment', async () => {
  open(new Response('BEGIN:VCALENDAR'))
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  const file = expect.objectContaining({ type: 'text/calendar', size: 15 })
  await expect.poll(() => saveFile).toHaveBeenCalledExactlyOnceWith(file, 'appointment.ics')
  expect(fetched).toHaveBeenCalledWith('/appointment/0199/calendar', expect.anything())
})

it('says why there is no file, and can be retried', async () => {
  const message = 'Appointment not found.'
  const refused = Response.json({ code: 'not_found', message }, { status: 404 })
  open(refused)
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(saveFile).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Add to calendar' })).not.toHaveAttribute('aria-busy')
})
