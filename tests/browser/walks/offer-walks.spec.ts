import { expect, type Page } from '@playwright/test'
import type { OfferAnswer } from '#machines/offer/offer-machine.ts'
import { offerDriver } from '#machines/testing/offer/offer-driver.ts'
import { offerFixture, offerWalks } from '#machines/testing/offer/offer-walks.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { register, sessionOf } from '../member.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

const id = offerFixture._id

/** Answers instead of the site's server, which has no such offer. */
async function answeringServer(page: Page): Promise<Server> {
  const stop = await openNetwork(page)
  const calls = {
    loadOffer: stop('GET', `/offers/${id}`),
    acceptOffer: stop('POST', `/offers/${id}/accept`),
    declineOffer: stop('POST', `/offers/${id}/decline`),
  }
  const take = (name: string) => calls[name as keyof typeof calls].take()
  return {
    async succeed(name, output) {
      const asked = await take(name)
      const answer = output as OfferAnswer
      if (answer.kind === 'notFound') {
        return asked.answer(404, { code: 'not_found', message: 'Not found.' })
      }
      const { offer: current } = answer
      if (answer.kind === 'offer') return asked.answer(200, current)
      return asked.answer(409, { code: 'stale', message: answer.message, current })
    },
    async fail(name, error) {
      const asked = await take(name)
      await asked.answer(403, { code: 'offline', ...(error as { message: string }) })
    },
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the page of an offer follows the machine', () => {
  for (const walk of offerWalks({ each: 'state' })) {
    test(walk.name, async ({ page }) => {
      const parent = await register('Wanda Walker')
      const server = await answeringServer(page)
      await openWith(page, sessionOf(parent), `/dashboard/offers/${id}`)
      await takeInBrowser(walk, offerDriver(pageScreen(page), server))
      await expect(page).toHaveURL(new RegExp(`/dashboard/offers/${id}$`))
    })
  }
})
