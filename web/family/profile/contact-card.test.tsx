import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ContactCard from './contact-card.tsx'

it('shows what is kept, says what is wrong, and saves', async () => {
  const server = fakeServer()
  server.answers['GET /contact'] = () =>
    Response.json({ phone: '555 0100', address: '1 Orchard Lane' })
  server.answers['PUT /contact'] = ({ body }) => Response.json(body)
  const { user } = openAdminPage('/dashboard/profile', ContactCard)
  const phone = await screen.findByLabelText('Phone for bookings')
  expect(phone).toHaveValue('555 0100')
  await user.clear(phone)
  await user.click(screen.getByRole('button', { name: 'Save contact' }))
  expect(await screen.findByText('Phone is required')).toBeVisible()
  await user.type(phone, '555 0111')
  await user.click(screen.getByRole('button', { name: 'Save contact' }))
  expect(await screen.findByText('Contact saved')).toBeVisible()
  expect(server.callsOf('PUT', '/contact')[0]?.body).toEqual({
    phone: '555 0111',
    address: '1 Orchard Lane',
  })
})

it('keeps what was typed when it cannot be saved', async () => {
  const server = fakeServer()
  server.answers['GET /contact'] = () => Response.json({ phone: null, address: null })
  server.answers['PUT /contact'] = () => refusal(400, 'Not now.')
  const { user } = openAdminPage('/dashboard/profile', ContactCard)
  await user.type(await screen.findByLabelText('Phone for bookings'), '555 0111')
  await user.type(screen.getByLabelText('Address for bookings'), '9 Profile Lane')
  await user.click(screen.getByRole('button', { name: 'Save contact' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.')
  expect(screen.getByLabelText('Phone for bookings')).toHaveValue('555 0111')
})
