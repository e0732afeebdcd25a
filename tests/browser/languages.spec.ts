import { expect, type Page } from '@playwright/test'
import { treatments } from '#drizzle/schema/index.ts'
import * as english from '#words/en/booking/patient.ts'
import * as spanish from '#words/es/booking/patient.ts'
import { SEE_IN } from '#words/see-in.ts'
import { openAsAdmin } from '../scenes/demo-admin.ts'
import {
  bookingInSpanish,
  dashboardInSpanish,
  paymentInSpanish,
  visitorsInSpanish,
} from '../scenes/in-spanish.ts'
import { expectAccessible, expectFits, loadWithAxe } from './accessibility.ts'
import { findEnglish } from './english-words.ts'
import { addChild, records } from './records.ts'
import { test } from './test.ts'
import { expectValidHtml } from './valid-html.ts'
import { arriveAsNewParent, DAYS, workingDay } from './visitor.ts'

test.describe.configure({ mode: 'parallel' })

const GROUPS = {
  visitors: { scenes: visitorsInSpanish, isMember: false },
  'the booking': { scenes: bookingInSpanish, isMember: true },
  'the dashboard': { scenes: dashboardInSpanish, isMember: true },
  payments: { scenes: paymentInSpanish, isMember: false },
}

for (const [name, { scenes, isMember }] of Object.entries(GROUPS)) {
  test(`the pages of ${name} are in Spanish, accessible and within their bounds`, async ({
    page,
  }) => {
    await loadWithAxe(page)
    if (isMember) await arriveAsNewParent(page)
    for (const scene of scenes) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await scene.open?.(page)
      await expect(page.locator('html'), scene.name).toHaveAttribute('lang', 'es')
      await expectAccessible(page, scene.name)
      await page.setViewportSize({ width: 320, height: 900 })
      await expectFits(page, `${scene.name}, 320 px`)
      expect(await findEnglish(page), scene.name).toEqual([])
      await expectValidHtml(page, scene.name)
    }
  })
}

/** The link of the top bar. */
const changeTo = (page: Page, language: keyof typeof SEE_IN) =>
  page.getByRole('link', { name: SEE_IN[language] }).first().click()

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

test('the other language shows the same choices to the same user, and the back button returns', async ({
  page,
}) => {
  const parent = await arriveAsNewParent(page)
  const { _id: child } = addChild(parent.uid, 'Mia')
  const treatment = records().select().from(treatments).get()?.id ?? ''
  const query = new URLSearchParams({ date: workingDay(DAYS.languages), treatment, child })
  const times = page.locator('.slot-grid button')
  const patient = (whoIsItFor: string) => page.getByLabel(whoIsItFor)

  await page.goto(`/appointment?${query}`)
  await expect(patient(english.whoIsItFor)).toHaveValue(child)
  await expect(times.first()).toHaveText(/[AP]M/)
  const inEnglish = pathOf(page)

  await changeTo(page, 'es')
  await expect(patient(spanish.whoIsItFor)).toHaveValue(child)
  await expect(times.first()).toHaveText(/[ap]\.m\./)
  expect(pathOf(page)).toBe(`/es${inEnglish}`)

  await changeTo(page, 'en')
  await expect(patient(english.whoIsItFor)).toHaveValue(child)
  expect(pathOf(page)).toBe(inEnglish)
  await page.goBack()
  await expect(patient(spanish.whoIsItFor)).toHaveValue(child)
  expect(pathOf(page)).toBe(`/es${inEnglish}`)
})

test('a linked time stays chosen in the other language', async ({ page }) => {
  const treatment = records().select().from(treatments).get()?.id ?? ''
  const date = workingDay(DAYS.languages)
  const query = new URLSearchParams({ date, treatment, slot: '02:00 PM - 02:30 PM' })
  await page.goto(`/times?${query}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await changeTo(page, 'es')
  await expect(page).toHaveURL(`/es/times?${query}`)
  await changeTo(page, 'en')
  await expect(page).toHaveURL(`/times?${query}`)
})

test('a page of staff leads from Spanish to English', async ({ page }) => {
  await openAsAdmin(page, '/es/dashboard/users?search=Admin')
  await expect(page.getByRole('heading', { level: 1, name: 'All users' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/users?search=Admin')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
