import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { invitationFixture } from '#machines/testing/invitation/invitation-walks.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { Invitation } from './invitation-page.tsx'

it('shows the face of each child, and the weekday until which it can be accepted', async () => {
  const { _id: id } = invitationFixture
  const server = fakeServer()
  server.answers[`GET /guardian-invitations/${id}`] = () => Response.json(invitationFixture)
  openAdminPage(`/invitation/${id}`, () => <Invitation id={id} />)
  await screen.findByRole('heading', { name: 'Look after Mia and Ben' })
  const faces = [...document.querySelectorAll<HTMLElement>('[data-initials]')]
  expect(faces.map(({ dataset }) => dataset.initials)).toEqual(['M', 'B'])
  expect(screen.getByText(/^You can accept until/)).toHaveTextContent('Mon, Dec 7, 2026')
})
