import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { ENTRY, REOFFERED } from '#web/both/waitlist/testing/entry.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import NeedsAnswer from './needs-answer.tsx'

const OFFERED = { ...ENTRY, _id: 'offered', treatment: 'Weight Loss', offer: REOFFERED.offer }

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /waitlist'] = () => Response.json([ENTRY, OFFERED, REOFFERED])
  server.answers['GET /offers/offer'] = () => Response.json({ ...offerFixture, version: 3 })
})

const open = () => openAdminPage('/dashboard', () => <NeedsAnswer />)

it('names what can’t take place, the held time and until when, before other offers', async () => {
  open()
  const section = within(await screen.findByRole('region', { name: 'Needs your answer' }))
  const [first, second, ...others] = section.getAllByRole('listitem')
  expect(others).toEqual([])
  expect(first).toHaveTextContent('Allergy Testing for Mia')
  expect(first).toHaveTextContent('Fri, Jun 19, 2026, 9:00 AM can’t take place.')
  expect(first).toHaveTextContent(
    'We hold Mon, Jun 22, 2026, 10:00 AM for you until 6:00 PM on Tue, Jun 9, 2026.',
  )
  expect(second).toHaveTextContent('Weight Loss for Mia')
  expect(section.getByRole('link', { name: 'Other times for Mia' })).toHaveAttribute(
    'href',
    '/dashboard/appointment/visit?move',
  )
  expect(section.getByRole('link', { name: 'See this offer' })).toHaveAttribute(
    'href',
    '/dashboard/offers/offer',
  )
})

it('says why, and until when to answer while no one calls', async () => {
  const offer = { ...REOFFERED.offer, answerByAt: { date: '2026-06-08', minute: 18 * 60 } }
  server.answers['GET /waitlist'] = () =>
    Response.json([{ ...REOFFERED, offer, why: 'A pipe has burst.' }])
  open()
  const entry = await screen.findByRole('listitem')
  expect(entry).toHaveTextContent('Why: A pipe has burst.')
  expect(entry).toHaveTextContent('for you: please answer by 6:00 PM on Mon, Jun 8, 2026.')
})

it('is accepted with one press, and gone then', async () => {
  server.answers['POST /offers/offer/accept'] = () => {
    server.answers['GET /waitlist'] = () => Response.json([ENTRY])
    return Response.json({ ...offerFixture, state: 'accepted' })
  }
  const { user } = open()
  await user.click(
    await screen.findByRole('button', { name: /^Accept Mon, Jun 22, 2026, .* Mia$/ }),
  )
  await screen.findByText('Your appointment is now on Mon, Jun 22, 2026, 10:00 AM')
  await waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument())
  expect(server.callsOf('POST', '/offers/offer/accept')).toMatchObject([{ body: { version: 3 } }])
})

it('says why it could not be accepted, and shows what is left', async () => {
  server.answers['POST /offers/offer/accept'] = () => {
    server.answers['GET /waitlist'] = () => Response.json([OFFERED])
    return refusal(409, 'This time is no longer held for you.')
  }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Accept/ }))
  await screen.findByText('This time is no longer held for you.')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
})

it('can be loaded again', async () => {
  server.answers['GET /waitlist'] = () => refusal(400, 'No.')
  const { user } = open()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.answers['GET /waitlist'] = () => Response.json([REOFFERED])
  await user.click(retry)
  await screen.findByRole('region', { name: 'Needs your answer' })
})
