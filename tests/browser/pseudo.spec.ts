import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { doctors, treatments } from '#drizzle/schema/index.ts'
import { findUnmarked, readTexts } from '#web/testing/pseudo-texts.ts'
import {
  bookingScenes,
  dashboardScenes,
  paymentScenes,
  visitorScenes,
} from '../scenes/in-language.ts'
import { overlay, type Scene } from '../scenes/scene.ts'
import { expectFits } from './accessibility.ts'
import { replacePages } from './pseudo-pages.ts'
import { records } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, workingDay } from './visitor.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/build/build-pseudo-site.ts')

let built = ''

test.beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'sprout-pseudo-'))
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [SCRIPT, built], { env })
})

test.afterAll(() => rmSync(built, { recursive: true, force: true }))

const own = (path: string) => path

function membersScenes(day: string): Scene[] {
  const bookingDialog = overlay('booking-dialog', async (page) => {
    const treatment = records().select().from(treatments).limit(1).get()?.id
    await page.goto(`/appointment?date=${day}&treatment=${treatment}`)
    await page.locator('.slot-grid button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  return [
    ...[...bookingScenes(own), bookingDialog],
    ...[...dashboardScenes(own), ...paymentScenes(own, day)],
  ]
}

/** Opens the scenes of visitors, then those for users. */
async function visit(page: Page, day: string, check: (state: string) => Promise<void>) {
  for (const scene of visitorScenes(own)) {
    await scene.open?.(page)
    await check(scene.name)
  }
  await arriveAsNewParent(page)
  for (const scene of membersScenes(day)) {
    await scene.open?.(page)
    await check(scene.name)
  }
}

/** Expects no text that reaches out of the window, and none that its element cuts. */
async function expectWhole(page: Page, state: string): Promise<void> {
  await expectFits(page, state)
  expect(await page.evaluate(findCutTexts), state).toEqual([])
}

/** Runs in the page. */
function findCutTexts(): string[] {
  const width = document.documentElement.clientWidth
  /** For screen readers only, shortened by design, or in a box that scrolls. */
  const isOnPurpose = (element: Element): boolean => {
    const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
    if (clipPath !== 'none' || textOverflow === 'ellipsis') return true
    if (overflowX === 'auto' || overflowX === 'scroll') return true
    return element.parentElement !== null && isOnPurpose(element.parentElement)
  }
  const isCut = (element: Element) => {
    const { left, right, width: own } = element.getBoundingClientRect()
    const isOutside = own > 0 && (left < -1 || right > width + 1)
    return isOutside || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
  }
  return [...document.body.querySelectorAll('*')]
    .filter(({ childNodes }) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim()),
    )
    .filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .filter((element) => isCut(element) && !isOnPurpose(element))
    .map((element) => element.outerHTML.slice(0, 200))
}

/** What the users and the data of the scenes are called. */
const NAMES = [
  ...['Nora Newcomer', 'Benjamin Theodore Alexander', 'Mia Wolfeschlegelsteinhausenbergerdorff'],
  ...['Mia', 'Ben', 'Ida', 'Engel', 'Please bring the diary.'],
  '1 Orchard Lane, Portland, OR 97205',
]

/** What the clinic wrote, also for tests that use the site meanwhile. */
const clinicTexts = () =>
  [
    records().select({ name: treatments.name }).from(treatments).all(),
    records().select({ name: doctors.name, specialty: doctors.specialty }).from(doctors).all(),
    records().select({ designation: doctors.designation }).from(doctors).all(),
  ].flatMap((rows) => rows.flatMap((row) => Object.values(row).filter((text) => text !== null)))

test('longer words fit on a phone, and no text is outside of words/', async ({ page }) => {
  const restorePages = await replacePages(page.context(), join(built, 'en-XA'))
  await page.setViewportSize({ width: 320, height: 800 })
  await visit(page, workingDay(DAYS.pseudo), async (state) => {
    await expect(page.locator('html'), state).toHaveAttribute('lang', 'en-XA')
    await expectWhole(page, state)
    expect(
      findUnmarked(await page.evaluate(readTexts), [...NAMES, ...clinicTexts()]),
      state,
    ).toEqual([])
  })
  await restorePages()
})

test('pages that run from right to left fit, and point the other way', async ({ page }) => {
  const restorePages = await replacePages(page.context(), join(built, 'ar-XB'))
  await visit(page, workingDay(DAYS.pseudo + 1), async (state) => {
    await expect(page.locator('html'), state).toHaveAttribute('dir', 'rtl')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectWhole(page, `${state}, ${width} px`)
    }
  })

  await page.goto('/')
  await expect(page.locator('main .lucide-arrow-right').first()).toHaveCSS('scale', '-1 1')
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
  const menu = page.getByRole('menu').filter({ visible: true })
  await expect(menu).toBeInViewport({ ratio: 1 })

  await page.goto('/appointment')
  const months = page.getByRole('main').locator('nav button')
  await expect(months.first().locator('svg')).toHaveCSS('scale', '-1 1')
  const [earlier, later] = [await months.first().boundingBox(), await months.last().boundingBox()]
  expect(earlier?.x).toBeGreaterThan(later?.x ?? 0)
  await restorePages()
})
