import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Correction } from '#contract/front-desk/corrections.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import CorrectionsPage from './corrections-page.tsx'

const born: Correction = {
  _id: 'one',
  at: '2026-06-05T12:00:00.123Z',
  by: 'Paula Parent',
  subject: {
    type: 'child',
    family: 'paula',
    patientName: 'Mia',
    child: { _id: 'mia', birthDate: '2021-05-06', age: '5 years', bookedBy: 'Paula Parent' },
  },
  field: 'birthDate',
  from: '2021-06-05',
  to: '2021-05-06',
  corrected: 1,
  kept: 2,
}
const email: Correction = {
  ...born,
  _id: 'two',
  by: 'Rita',
  subject: { type: 'family', patientName: 'Zoë', family: null },
  field: 'email',
  from: null,
  to: 'zoe@example.com',
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = () => openAdminPage('/dashboard/corrections', CorrectionsPage)

it('lists who changed what, in pages, with the data of the appointments', async () => {
  server.answers['GET /corrections'] = ({ url }) =>
    url.searchParams.get('before') === 'one'
      ? Response.json({ corrections: [email], next: null })
      : Response.json({ corrections: [born], next: 'one' })
  const { user } = open()
  const list = within(await screen.findByRole('list', { name: 'Corrections' }))
  const first = list.getByRole('listitem')
  expect(first).toHaveTextContent(/Birth dateBefore: Jun 5, 2021 → now: May 6, 2021/)
  expect(first).toHaveTextContent('1 coming appointment corrected, 2 earlier ones unchanged')
  expect(first).toHaveTextContent('by Paula Parent')
  const link = within(first).getByRole('link', { name: 'Mia Parent' })
  expect(link).toHaveAttribute('href', '/dashboard/families/paula')
  await user.click(screen.getByRole('button', { name: 'Show older corrections' }))
  expect(await screen.findByText('zoe@example.com')).toBeTruthy()
  expect(list.getAllByRole('listitem')[1]).toHaveTextContent(/Before: none/)
})

it('says that there are none, and offers a retry', async () => {
  server.answers['GET /corrections'] = () => refusal(400, 'Try again later.')
  const { user } = open()
  await screen.findByRole('heading', { name: 'We couldn’t load the corrections' })
  server.answers['GET /corrections'] = () => Response.json({ corrections: [], next: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No corrections yet' })).toBeTruthy()
})
