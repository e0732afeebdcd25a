import userEvent from '@testing-library/user-event'
import { describe, it, vi } from 'vitest'
import { claimMachine } from '#machines/claim/claim-machine.ts'
import { claimDriver } from '#machines/testing/claim/claim-driver.ts'
import { claimToken, claimWalks } from '#machines/testing/claim/claim-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { admin, fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { Claim } from './claim-page.tsx'

// The walks confirm no address: the page only asks whether it is.
vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

describe('the page of a claim', () => {
  it.each(claimWalks())('follows the machine: $name', async (walk) => {
    fakeServer()
    const actors = holdActors(claimMachine)
    openAdminPage(`/claim/${claimToken}`, () => <Claim token={claimToken} logic={actors.machine} />)
    const screen = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, claimDriver(screen, screensServer(actors), { email: admin.email }))
  })
})
