import userEvent from '@testing-library/user-event'
import { describe, it } from 'vitest'
import { nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { nextVisitDriver } from '#machines/testing/next-visit/next-visit-driver.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { nextVisitWalks } from '#machines/testing/next-visit/next-visit-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import TicketPage from './ticket-page.tsx'

describe('the page of a visit to book', () => {
  it.each(nextVisitWalks())('follows the machine: $name', async (walk) => {
    fakeServer()
    const actors = holdActors(nextVisitMachine)
    const props = { ticketId: nextVisitFixture._id, logic: actors.machine }
    openAdminPage('/appointment', () => <TicketPage {...props} />)
    const screen = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, nextVisitDriver(screen, screensServer(actors)))
  })
})
