import { expect } from '@playwright/test'
import { CLAIM_TRIES, type Claim, type ClaimCounts } from '#contract/claims/claims.ts'
import { claimedFixture } from '#machines/testing/claim/claim-walks.ts'
import { changeAddress } from '../browser/visitor.ts'
import { answerWith, restore, type Scene, scene } from './scene.ts'

export const TOKEN = Array.from({ length: 13 }, () => '0k9z').join('-')
export const CLAIM_PAGE = `/claim/${TOKEN}`
/** The API call, not the page. */
export const CLAIM_CALL = `**/claims/${TOKEN}`

export const OPEN_CLAIM: Claim = {
  state: 'open',
  triesLeft: CLAIM_TRIES,
  until: '2027-05-01',
  clinic: { name: 'Sprout', phone: '(503) 555-0142', dialablePhone: '+15035550142' },
  claimed: null,
}

export const CLAIM_COUNTS: ClaimCounts = {
  toSend: 1700,
  toPrint: 230,
  sent: 500,
  printed: 100,
  failed: 3,
  claimed: 211,
  mostAnHour: 500,
  linkDays: 60,
  nextBatch: 0,
  nextAt: '2027-03-01T18:00:00.000Z',
  lastLetters: 100,
}

const SETTINGS = { reachable: true, reminders: true, language: 'en', stoppedFor: [] }

/** The page of a claim, for a user who is logged in. */
export const claimScenes: Scene[] = [
  scene('claim-unverified', async (page) => {
    await restore(page)
    await answerWith(page, CLAIM_CALL, 200, OPEN_CLAIM)
    await answerWith(page, '**/email-settings', 200, {
      ...SETTINGS,
      address: 'hannah.engel@example.com',
      verified: false,
    })
    await changeAddress(page, CLAIM_PAGE)
    await expect(page.getByRole('button', { name: 'I’ve confirmed it' })).toBeVisible()
  }),
  scene('claim-birth-date', async (page) => {
    await restore(page)
    await answerWith(page, CLAIM_CALL, 200, OPEN_CLAIM)
    await answerWith(page, '**/email-settings', 200, {
      ...SETTINGS,
      address: 'hannah.engel@example.com',
      verified: true,
    })
    await page.reload()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Birth date is required')).toBeVisible()
  }),
  scene('claim-wrong', async (page) => {
    await answerWith(page, CLAIM_CALL, 409, {
      code: 'wrong_birth_date',
      message: 'This is not the birth date of a child of this family. You can try 2 more times.',
      triesLeft: 2,
    })
    await page.getByLabel('Month').fill('6')
    await page.getByLabel('Day').fill('5')
    await page.getByLabel('Year').fill('2021')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  }),
  scene('claim-conflict', async (page) => {
    await answerWith(page, CLAIM_CALL, 409, {
      code: 'conflict',
      message: 'You already have an appointment at one of these times.',
      triesLeft: 2,
    })
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('button', { name: 'Log in with another account' })).toBeVisible()
  }),
  scene('claim-done', async (page) => {
    await restore(page)
    const claimed = {
      ...claimedFixture,
      children: [
        ...claimedFixture.children,
        { _id: '3', name: 'Benjamin Theodore Wolfeschlegelsteinhausenbergerdorff' },
      ],
    }
    await answerWith(page, CLAIM_CALL, 200, { ...OPEN_CLAIM, state: 'yours', claimed })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Send invitation' })).toBeVisible()
  }),
]
