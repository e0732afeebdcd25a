import { expect, type Page } from '@playwright/test'
import { type SetupState, setupSteps } from '#contract/front-desk/todo.ts'
import type { OpeningState } from '#contract/opening/opening.ts'
import { FACT_LIST } from '#contract/site/facts.ts'
import { SECTIONS } from '#contract/site/sections.ts'
import type { SiteSection, SiteState } from '#contract/site/site.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { changeAddress } from '../browser/visitor.ts'
import { answerWith, type Scene, scene } from './scene.ts'

const facts = FACT_LIST.map(({ fact, label, section }) => ({ fact, label, section }))

/** Nothing is set up yet, as in a new clinic with real providers. */
const SETUP: SetupState = {
  ...(Object.fromEntries(Object.keys(setupSteps.shape).map((step) => [step, false])) as Record<
    keyof typeof setupSteps.shape,
    boolean
  >),
  toConfirm: { timeZone: 'America/Los_Angeles', alarms: ['ada@clinic.example'] },
  facts,
}

const SITE: SiteState = {
  sections: SECTIONS.map(
    (section) =>
      ({ section, version: 0, words: TODAYS_WORDS[section], confirmed: [] }) as SiteSection,
  ),
  facts: [...FACT_LIST],
  treatments: [{ name: 'Allergy Testing' }],
  doctors: [],
}

const NOT_OPEN: OpeningState = {
  state: 'preparing',
  from: null,
  reason: null,
  version: 0,
  samples: [
    { kind: 'treatment', name: 'Weight Loss' },
    { kind: 'doctor', name: 'Dr. Amara Okafor' },
    { kind: 'detail', name: 'Phone' },
  ],
  hasNotice: false,
  facts,
}

const READY: OpeningState = { ...NOT_OPEN, samples: [], facts: [], hasNotice: true }
const OPEN: OpeningState = { ...READY, state: 'open', version: 1 }

const openSection = async (page: Page, section: string) => {
  await changeAddress(page, `/dashboard/website/${section}`)
  await expect(page.getByRole('heading', { name: 'Not confirmed' })).toBeVisible()
  await expect(page.getByLabel('The page').locator('h2').first()).toBeVisible()
}

/** How a new clinic opens, for admins. */
export const openingDayScenes: readonly Scene[] = [
  scene('setup', async (page) => {
    await answerWith(page, '**/todo/setup', 200, SETUP)
    await changeAddress(page, '/dashboard/todo')
    await expect(page.getByRole('heading', { name: /^Set up the clinic/ })).toBeVisible()
  }),
  scene('website-to-confirm', async (page) => {
    await answerWith(page, '**/site', 200, SITE)
    await openSection(page, 'why')
  }),
  scene('website-testimonials', (page) => openSection(page, 'testimonials')),
  scene('opening-samples', async (page) => {
    await answerWith(page, '**/opening', 200, NOT_OPEN)
    await changeAddress(page, '/dashboard/opening')
    await expect(page.getByRole('list', { name: 'Samples' })).toBeVisible()
  }),
  scene('opening-ready', async (page) => {
    await answerWith(page, '**/opening', 200, READY)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('button', { name: 'Open now' })).toBeVisible()
  }),
  scene('opening-open', async (page) => {
    await answerWith(page, '**/opening', 200, OPEN)
    await page.getByRole('button', { name: 'Open now' }).click()
    await page.getByRole('button', { name: 'Open online booking' }).click()
    await expect(page.getByRole('button', { name: 'Pause online booking' })).toBeVisible()
  }),
]
