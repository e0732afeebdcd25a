import userEvent from '@testing-library/user-event'
import { describe, it, vi } from 'vitest'
import { invitationMachine } from '#machines/invitation/invitation-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { invitationDriver } from '#machines/testing/invitation/invitation-driver.ts'
import {
  invitationFixture,
  invitationWalks,
} from '#machines/testing/invitation/invitation-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { admin, fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { Invitation } from './invitation-page.tsx'

// The walks confirm no address; the page only checks whether it is confirmed.
vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

describe('the page of an invitation', () => {
  it.each(invitationWalks())('follows the machine: $name', async (walk) => {
    fakeServer()
    const actors = holdActors(invitationMachine)
    const { _id: id } = invitationFixture
    openAdminPage(`/invitation/${id}`, () => <Invitation id={id} logic={actors.machine} />)
    const screen = jsdomScreen(userEvent.setup({ delay: null }))
    const fixture = { email: admin.email, invitation: invitationFixture }
    await take(walk, invitationDriver(screen, screensServer(actors), fixture))
  })
})
