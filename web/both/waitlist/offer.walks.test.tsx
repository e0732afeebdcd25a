import userEvent from '@testing-library/user-event'
import { describe, it } from 'vitest'
import { offerMachine } from '#machines/offer/offer-machine.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { offerDriver } from '#machines/testing/offer/offer-driver.ts'
import { offerFixture, offerWalks } from '#machines/testing/offer/offer-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { OfferFlow } from '#web/family/waitlist/offer-page.tsx'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'

describe('the page of an offer', () => {
  it.each(offerWalks())('follows the machine: $name', async (walk) => {
    fakeServer()
    const actors = holdActors(offerMachine)
    const { _id: id } = offerFixture
    openAdminPage(`/dashboard/offers/${id}`, () => <OfferFlow id={id} logic={actors.machine} />)
    const screen = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, offerDriver(screen, screensServer(actors)))
  })
})
