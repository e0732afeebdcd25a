import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { ReceiptsOfAppointment } from './receipt-links.tsx'

it('shows the receipts of an appointment, and new ones once it is paid', async () => {
  const server = fakeServer()
  server.answers['GET /appointments/1/receipts'] = () => Response.json([])
  const show = (state: string) => (
    <InSite>
      <ReceiptsOfAppointment appointmentId="1" state={state} />
    </InSite>
  )
  const { rerender } = render(show('unpaid'))
  await expect.poll(() => server.callsOf('GET', '/appointments/1/receipts')).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
  server.answers['GET /appointments/1/receipts'] = () =>
    Response.json([{ number: '2026-000001', kind: 'receipt' }])
  rerender(show('paid'))
  expect(await screen.findByRole('link', { name: 'Receipt 2026-000001' })).toHaveAttribute(
    'href',
    '/dashboard/receipts/2026-000001',
  )
})
