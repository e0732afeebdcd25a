import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Toasts } from '#web/components/toasts.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

function open(answer: Response) {
  const fetched = vi.fn(async (_path: string) => answer)
  vi.stubGlobal('fetch', fetched)
  const saved: { name: string; blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href)
    if (blob) saved.push({ name: this.download, blob })
  })
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      blobs.set('blob:1', blob)
      return 'blob:1'
    },
    revokeObjectURL: (url: string) => blobs.delete(url),
  })
  render(
    <QueryClientProvider client={siteQueries()}>
      <AddToCalendar appointmentId="0199" />
      <Toasts />
    </QueryClientProvider>,
  )
  return { fetched, saved, user: userEvent.setup() }
}

it('saves the calendar file of the appointment', async () => {
  const { fetched, saved, user } = open(new Response('BEGIN:VCALENDAR'))
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  await expect.poll(() => saved.length).toBe(1)
  expect(fetched).toHaveBeenCalledWith('/appointment/0199/calendar', expect.anything())
  expect(saved[0]).toMatchObject({ name: 'appointment.ics', blob: { type: 'text/calendar' } })
})

it('says why there is no file, and can be tried again', async () => {
  const message = 'Appointment not found.'
  const refused = Response.json({ code: 'not_found', message }, { status: 404 })
  const { saved, user } = open(refused)
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(saved).toEqual([])
  expect(screen.getByRole('button', { name: 'Add to calendar' })).not.toHaveAttribute('aria-busy')
})
