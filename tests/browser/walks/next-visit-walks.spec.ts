import type { Page } from '@playwright/test'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { nextVisitDriver } from '#machines/testing/next-visit/next-visit-driver.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { nextVisitWalks } from '#machines/testing/next-visit/next-visit-walks.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { register, sessionOf } from '../member.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

const id = nextVisitFixture._id

/** Answers instead of the site's server, which has no such visit. */
async function answeringServer(page: Page): Promise<Server> {
  const stop = await openNetwork(page)
  const answers = `/next-visits/${id}/`
  const calls = {
    loadVisit: stop('GET', '/next-visits'),
    undoAnswer: stop('POST', `${answers}reopen`),
    answerVisit: stop('POST', (path) => path.startsWith(answers)),
  }
  const take = (name: string) => calls[name as keyof typeof calls].take()
  return {
    async succeed(name, output) {
      const asked = await take(name)
      const visit = output as NextVisit | null
      if (name === 'loadVisit') return asked.answer(200, visit ? [visit] : [])
      return asked.answer(200, visit ?? {})
    },
    async fail(name, error) {
      const asked = await take(name)
      await asked.answer(403, { code: 'offline', ...(error as { message: string }) })
    },
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the page of a visit to book follows the machine', () => {
  for (const walk of nextVisitWalks({ each: 'state' })) {
    test(walk.name, async ({ page }) => {
      const parent = await register('Wanda Walker')
      const server = await answeringServer(page)
      await openWith(page, sessionOf(parent), `/appointment?ticket=${id}`)
      await takeInBrowser(walk, nextVisitDriver(pageScreen(page), server))
    })
  }
})
