import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import WebhooksPage from './webhooks-page.tsx'

const endpoint = {
  _id: 'one',
  url: 'https://other.example/hook',
  kinds: ['appointment.booked'],
  active: true,
  failingSince: null,
  oldSecretUntil: null,
  version: 3,
  createdAt: '2027-03-01T12:00:00.000Z',
}
const delivery = {
  _id: 'event',
  kind: 'appointment.booked',
  occurredAt: '2027-03-01T12:00:00.000Z',
  status: 'failed',
  attempts: 8,
  error: 'The answer was 500.',
}

let server: ReturnType<typeof fakeServer>
let endpoints: object[]

beforeEach(() => {
  server = fakeServer()
  endpoints = [endpoint]
  server.answers['GET /webhook-endpoints'] = () => Response.json(endpoints)
})

const open = () => openAdminPage('/dashboard/webhooks', WebhooksPage).user

it('adds a webhook and shows its secret once', async () => {
  endpoints = []
  const user = open()
  expect(await screen.findByText('No webhooks yet')).toBeVisible()
  const issues = [{ path: 'url', message: 'Enter an address that begins with https://' }]
  server.answers['POST /webhook-endpoints'] = () => refusal(400, 'Invalid', { issues })
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('begins with https://')

  server.answers['POST /webhook-endpoints'] = () => {
    endpoints = [endpoint]
    return Response.json({ endpoint, secret: 'whsec_x' }, { status: 201 })
  }
  await user.type(screen.getByLabelText('Address'), endpoint.url)
  await user.click(screen.getByLabelText('Moved'))
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The webhook’s secret' }))
  expect(dialog.getByLabelText('Secret')).toHaveValue('whsec_x')
  expect(server.callsOf('POST', '/webhook-endpoints').at(-1)?.body).toEqual({
    url: endpoint.url,
    kinds: ['appointment.booked', 'appointment.moved'],
  })
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue('whsec_x')).not.toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: endpoint.url })).toBeVisible()
})

it('lists deliveries with their errors, and sends one again', async () => {
  const user = open()
  server.answers['GET /webhook-endpoints/one/deliveries'] = () =>
    Response.json({ deliveries: [delivery], next: null })
  await user.click(await screen.findByRole('button', { name: 'Show deliveries' }))
  const item = within(await screen.findByRole('list', { name: 'Deliveries' })).getByRole('listitem')
  expect(item).toHaveTextContent('Failed: appointment.booked')
  expect(item).toHaveTextContent('8 attempts')
  expect(item).toHaveTextContent('The answer was 500.')
  server.answers['POST /webhook-endpoints/one/deliveries/event/replay'] = () =>
    Response.json({ ...delivery, status: 'pending' })
  await user.click(within(item).getByRole('button', { name: /^Send again/ }))
  expect(await screen.findByText('It is sent again')).toBeVisible()
})

it('shows that one fails or is off, turns it on, rotates its secret and removes it', async () => {
  endpoints = [{ ...endpoint, active: false, failingSince: '2027-02-20T12:00:00.000Z' }]
  const user = open()
  expect(await screen.findByText(/Off\. It failed since/)).toBeVisible()
  server.answers['PUT /webhook-endpoints/one'] = () => {
    endpoints = [endpoint]
    return Response.json(endpoint)
  }
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible()
  expect(server.callsOf('PUT', '/webhook-endpoints/one')[0]?.body).toMatchObject({
    active: true,
    version: 3,
  })

  server.answers['POST /webhook-endpoints/one/secret'] = () =>
    Response.json({ endpoint, secret: 'whsec_y' })
  await user.click(screen.getByRole('button', { name: 'New secret' }))
  await user.click(screen.getByRole('button', { name: 'Make a new secret' }))
  expect(await screen.findByDisplayValue('whsec_y')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done' }))

  server.answers['DELETE /webhook-endpoints/one'] = () => refusal(400, 'Not now')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this webhook?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not now')
  server.answers['DELETE /webhook-endpoints/one'] = () => {
    endpoints = []
    return Response.json({ deletedCount: 1 })
  }
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No webhooks yet')).toBeVisible()
})
