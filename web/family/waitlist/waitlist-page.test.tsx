import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { config, mia } from '#web/both/booking/testing/fake-clinic.ts'
import { ENTRY } from '#web/both/waitlist/testing/entry.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import WaitlistPage from './waitlist-page.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /waitlist'] = () => Response.json([])
  server.answers['GET /config'] = () =>
    Response.json({
      ...config,
      clinic: { ...config.clinic, today: '2027-03-01', closedWeekdays: [0, 6] },
      offerMinutes: { most: 240, least: 10 },
    })
  server.answers['GET /available/next'] = () => Response.json([])
  server.answers['GET /services'] = () =>
    Response.json([{ _id: 'allergy', name: 'Allergy Testing', price: 110 }])
  server.answers['GET /children'] = () => Response.json({ today: '2026-06-05', children: [mia] })
  server.answers['GET /appointments'] = () => Response.json([])
  server.answers['GET /contact'] = () =>
    Response.json({ phone: '+1 503 555 0100', address: '1 Orchard Lane' })
})

it('says what a waiting list is for while it is empty', async () => {
  openAdminPage('/dashboard/waitlist', WaitlistPage)
  expect(await screen.findByText('You’re not waiting for a time')).toBeVisible()
})

it('begins with the day at the clinic, not with that of the device', async () => {
  openAdminPage('/dashboard/waitlist?treatment=Allergy+Testing', WaitlistPage)
  await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue('2027-03-01'))
  expect(screen.getByLabelText('From')).toHaveAttribute('min', '2027-03-01')
  expect(screen.getByLabelText('To')).toHaveValue('2027-03-15')
})

it('shows times that are free now above the form, and offers open weekdays only', async () => {
  server.answers['GET /available/next'] = () =>
    Response.json([
      {
        _id: 'allergy',
        name: 'Allergy Testing',
        days: [{ date: '2027-03-09', price: 110, slots: ['09:00 AM - 09:30 AM'] }],
      },
    ])
  server.answers['POST /waitlist'] = () => Response.json(ENTRY, { status: 201 })
  const { user } = openAdminPage('/dashboard/waitlist?treatment=Allergy+Testing', WaitlistPage)
  const time = await screen.findByRole('link', { name: 'Tue, Mar 9 · 9:00 AM' })
  await waitFor(() =>
    expect(
      Object.fromEntries(new URLSearchParams(time.getAttribute('href')?.split('?')[1])),
    ).toEqual({
      treatment: 'allergy',
      date: '2027-03-09',
      slot: '09:00 AM - 09:30 AM',
      child: mia._id,
    }),
  )
  expect(screen.getByText(/You have 4 hours to accept,.* at least 10 minutes\.$/)).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: 'Sat' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Mon' }))
  await user.click(screen.getByRole('button', { name: 'Join the list' }))
  await screen.findByText('You are on the waiting list')
  expect(server.callsOf('POST', '/waitlist')[0]?.body).toMatchObject({ weekdays: [2, 3, 4, 5] })
})

it('asks neither for a known phone and address nor for an only child', async () => {
  server.answers['POST /waitlist'] = () => Response.json(ENTRY, { status: 201 })
  const { user } = openAdminPage('/dashboard/waitlist?treatment=Allergy+Testing', WaitlistPage)
  expect(await screen.findByDisplayValue('+1 503 555 0100')).toBe(screen.getByLabelText('Phone'))
  expect(await screen.findByRole('checkbox', { name: 'Mia' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Join the list' }))
  await screen.findByText('You are on the waiting list')
  expect(server.callsOf('POST', '/waitlist')[0]?.body).toMatchObject({
    treatment: 'Allergy Testing',
    phone: '+1 503 555 0100',
    address: '1 Orchard Lane',
    child: mia._id,
  })
})

it('says that closed days have ended a wait, and leads to the form for other days', async () => {
  const closed = { ...ENTRY, state: 'ended' as const, closed: { next: '2026-06-22' } }
  const sooner = {
    ...closed,
    _id: 'sooner',
    closed: { next: null },
    appointment: { _id: 'visit', date: '2026-06-19', slot: '09:00 AM - 09:30 AM' },
  }
  server.answers['GET /waitlist'] = () => Response.json([closed, sooner])
  openAdminPage('/dashboard/waitlist', WaitlistPage)
  await screen.findByText(
    'We have no times on these days any more, so this wait has ended. The next day with times is Mon, Jun 22, 2026.',
  )
  expect(screen.queryByRole('button', { name: /^Leave the list/ })).toBeNull()
  const links = screen.getAllByRole('link', { name: 'Wait for other days' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/waitlist?treatment=Allergy+Testing&date=2026-06-22',
    '/dashboard/waitlist?appointment=visit&until=2026-06-19',
  ])
})
