import { expect, type Page } from '@playwright/test'
import { enlargeText } from '#tests/scenes/looks.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { openBusyDay } from '../busy-day.ts'
import { test, withOwnContext } from '../test.ts'

// The calendar on screens of all sizes and kinds.

test.describe.configure({ mode: 'parallel' })

test('the day opens with the focus on the next patient, unless a control has the focus', async ({
  page,
}) => {
  await openBusyDay(page, { doctors: 4, each: 10 })
  // The clock of the page says 10:10.
  await expect(page.locator(':focus')).toHaveAttribute('data-entry', 'visit-12')
  await expect(page.locator(':focus')).toContainText('10:30')
  // Shortcut keys do nothing until a key has moved the focus to a patient.
  await page.keyboard.press('n')
  await expect(page.locator(':focus')).toHaveAttribute('data-state', 'next')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.locator('[data-entry]')).toHaveCount(40)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeFocused()
})

/** The panel with the chosen appointment, beside the calendar. */
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Chosen appointment' })

test('the chosen appointment opens beside the day, which stays usable, and as a dialog on narrow screens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openBusyDay(page, { doctors: 6, each: 10 })
  const panel = panelOf(page)
  const card = page.locator('.calendar-card[data-entry="visit-25"]')
  await card.click()
  await expect(panel.getByRole('heading', { name: /^Patient 25, / })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'an appointment beside the day')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'an appointment beside the day, dark', 'colors')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('.calendar-card[data-entry="visit-24"]').click()
  await expect(panel.getByRole('heading', { name: /^Patient 24, / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.locator('[data-entry="visit-24"]')).toBeFocused()
  // The widest screens always reserve room for the panel.
  await page.setViewportSize({ width: 1920, height: 1000 })
  await expect(panel).toContainText('Choose an appointment')
  await page.setViewportSize({ width: 1024, height: 768 })
  await card.click()
  await expect(page.getByRole('dialog', { name: /^Patient 25, / })).toBeVisible()
  await expectAccessible(page, 'an appointment in a dialog')
})

test('in forced colors, cards, targets and the selection have borders or a color of their own', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openBusyDay(page, { doctors: 4, each: 10 })
  const styleOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  for (const side of ['top', 'left']) {
    expect(await styleOf('[data-state="completed"]', `border-${side}-style`)).toBe('solid')
  }
  expect(await styleOf('[data-state="arrived"]', 'border-left-style')).toBe('double')
  expect(await styleOf('[data-state="missed"]', 'border-top-style')).toBe('dashed')
  expect(await styleOf('[data-state="next"]', 'outline-style')).toBe('solid')
  const chosen = await styleOf('.segment[aria-current]', 'background-color')
  expect(chosen).not.toBe(await styleOf('.segment:not([aria-current])', 'background-color'))
  await page.getByRole('button', { name: 'Free times' }).click()
  expect(await styleOf('.calendar-free', 'border-top-style')).toBe('dashed')
})

test('text of 200 % fits a window of 1280, 390 and 320 px', async ({ page }) => {
  await openBusyDay(page, { doctors: 3, each: 8 })
  await enlargeText(page, 200)
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const view of ['Day', 'List', 'Week']) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await expect(page.getByRole('link', { name: view, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      // Waits for the view itself, not for its skeleton.
      await expect(page.getByText(/Patient 12\b/).first()).toBeAttached()
      await expectFits(page, `${view} at 200 %, ${width} px`)
    }
  }
})

test('without motion, nothing on the calendar moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openBusyDay(page, { doctors: 3, each: 8 })
  await page.locator('[data-entry]').first().click()
  await expect(panelOf(page).getByRole('link', { name: /^Emails/ })).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((duration) => duration > 1),
  )
  expect(moving).toEqual([])
})

/** Controls that are lower than a touch target should be (44 CSS pixels). */
const lowControls = (page: Page, within: string) =>
  page.locator(within).evaluate((root) =>
    [...root.querySelectorAll('button, a, input, select, summary')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && !element.closest('.sr-only, [popover]:not(:popover-open)')
      })
      .filter((element) => {
        // A label around a field is part of its target.
        const whole = element.closest('label') ?? element
        return whole.getBoundingClientRect().height < 43.5
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

withOwnContext.describe('for touch', () => {
  withOwnContext.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  withOwnContext(
    'bars, toolbar and popover have targets of 44 px, and a tap moves',
    async ({ page }) => {
      await openBusyDay(page, { doctors: 3, each: 10 })
      for (const part of ['.workspace-bar', '.workspace-bottom', '.agenda-toolbar']) {
        expect(await lowControls(page, part), part).toEqual([])
      }
      await page.getByRole('button', { name: 'More options' }).tap()
      expect(await lowControls(page, '.agenda-more:popover-open')).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('[data-state="next"]').first().tap()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await lowControls(page, 'dialog[open]')).toEqual([])
    },
  )
})
