import type { Page } from '@playwright/test'
import { CLAIM_TRIES, type Claim } from '#contract/claims/claims.ts'
import type { ClaimAnswer } from '#machines/claim/claim-machine.ts'
import { claimDriver } from '#machines/testing/claim/claim-driver.ts'
import { claimToken, claimWalks } from '#machines/testing/claim/claim-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Server } from '#machines/testing/tours.ts'
import { type Call, openNetwork } from '../intercept.ts'
import { providerSessionOf, register, sessionOf } from '../member.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

const CLINIC = { name: 'Sprout', phone: '+1 503 555 0142', dialablePhone: '+15035550142' }

/** What the server answers to `GET /claims/{token}`. */
function claimOf(answer: ClaimAnswer): Claim {
  const { kind } = answer
  const isOpen = kind === 'valid' || kind === 'guest' || kind === 'unverified'
  return {
    state: isOpen ? 'open' : kind === 'done' ? 'yours' : (kind as Claim['state']),
    triesLeft: CLAIM_TRIES,
    until: '2027-05-01',
    clinic: CLINIC,
    claimed: kind === 'done' ? answer.claimed : null,
  }
}

const CODES: Partial<Record<ClaimAnswer['kind'], string>> = { wrongDate: 'wrong_birth_date' }

function refuse(call: Call, answer: ClaimAnswer) {
  const { kind } = answer
  if (kind === 'notFound') return call.answer(404, { code: 'not_found', message: 'No.' })
  if (kind === 'unverified') return call.answer(403, { code: 'unverified', message: 'No.' })
  const message = 'message' in answer ? answer.message : 'No.'
  const triesLeft = 'triesLeft' in answer ? answer.triesLeft : 0
  return call.answer(409, { code: CODES[kind] ?? kind, message, triesLeft })
}

/** Answers instead of the server; `tests/browser/claims.spec.ts` claims a family. */
async function answeringServer(page: Page, address: string): Promise<Server> {
  const stop = await openNetwork(page)
  const lookUp = stop('GET', `/claims/${claimToken}`)
  const settings = stop('GET', '/email-settings')
  const prove = stop('POST', `/claims/${claimToken}`)
  const callOf = (name: string) => (name === 'proveClaim' ? prove : lookUp).take()
  return {
    async succeed(name, output) {
      const asked = await callOf(name)
      const answer = output as ClaimAnswer
      if (name === 'proveClaim') {
        return answer.kind === 'done' ? asked.answer(200, answer.claimed) : refuse(asked, answer)
      }
      if (answer.kind === 'notFound') return refuse(asked, answer)
      await asked.answer(200, claimOf(answer))
      if (answer.kind !== 'valid' && answer.kind !== 'unverified') return
      const verified = answer.kind === 'valid'
      const state = { verified, reachable: true, reminders: true, language: 'en', stoppedFor: [] }
      await (await settings.take()).answer(200, { address, ...state })
    },
    fail: async (name) => (await callOf(name)).answer(429, OFFLINE),
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the claim machine', () => {
  for (const walk of claimWalks({ each: 'state' })) {
    test(walk.name, async ({ page }) => {
      const user = await register('Paula Parent')
      const { email } = user
      const server = await answeringServer(page, email)
      const isGuest = walk.steps.some(({ state }) => state.matches('login'))
      const storage = isGuest ? {} : { ...sessionOf(user), ...(await providerSessionOf(user)) }
      await openWith(page, storage, `/claim/${claimToken}`)
      await takeInBrowser(walk, claimDriver(pageScreen(page), server, { email }))
    })
  }
})
