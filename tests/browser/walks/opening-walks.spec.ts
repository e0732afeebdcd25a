import type { Page } from '@playwright/test'
import type { OpeningState } from '#contract/opening/opening.ts'
import type { OpeningAnswer } from '#machines/opening/opening-machine.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import { openingDriver } from '#machines/testing/opening/opening-driver.ts'
import { openingWalks } from '#machines/testing/opening/opening-walks.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { register, sessionOf } from '../member.ts'
import { makeAdmin } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

/** Answers instead of the server, because other tests of this run need an open site. */
async function answeringServer(page: Page): Promise<Server> {
  const stop = await openNetwork(page)
  const change = stop('POST', '/opening')
  const calls = {
    loadOpening: stop('GET', '/opening'),
    removeSamples: stop('DELETE', '/opening/samples'),
    openBooking: change,
    pauseBooking: change,
    resumeBooking: change,
  }
  const callOf = (id: string) => calls[id as keyof typeof calls].take()
  return {
    async succeed(id, output) {
      const call = await callOf(id)
      if (id === 'loadOpening' || id === 'removeSamples')
        return call.answer(200, output as OpeningState)
      const answer = output as OpeningAnswer
      if (answer.kind === 'changed') return call.answer(200, answer.opening)
      const { message, opening: current, next } = answer
      const refusal = { code: 'stale', message, current, ...(next !== null && { next }) }
      return call.answer(409, refusal)
    },
    fail: async (id) => (await callOf(id)).answer(403, OFFLINE),
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the opening machine', () => {
  for (const walk of openingWalks({ each: 'state' })) {
    test(walk.name, async ({ page }) => {
      const admin = await register('Adele Admin')
      makeAdmin(admin.uid)
      const server = await answeringServer(page)
      await openWith(page, sessionOf(admin), '/dashboard/opening')
      await takeInBrowser(walk, openingDriver(pageScreen(page), server))
    })
  }
})
