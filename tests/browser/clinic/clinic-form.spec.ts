import { expect } from '@playwright/test'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { walkTo } from '../keyboard.ts'
import { test } from '../test.ts'

/** Pixels between an element and what covers the window's edges. */
interface Room {
  what: string
  above: number
  below: number
}

/** No part of an element is outside the window, or behind what sticks to its edges. */
async function expectInSight(measure: () => Promise<Room>): Promise<void> {
  await expect(async () => {
    const { what, above, below } = await measure()
    expect(above, `${what}, below the links`).toBeGreaterThanOrEqual(0)
    expect(below, `${what}, above the bar`).toBeGreaterThanOrEqual(0)
  }).toPass({ timeout: 5_000 })
}

/**
 * Runs in the page.
 * @param chosen null for what has the focus: not `:focus`, which the clock within a field for times
 *   takes away from it
 */
function roomAround(chosen: Element | null): Room {
  const element = chosen ?? document.activeElement
  const [links, bar] = ['.section-links', '.save-bar'].map((name) => document.querySelector(name))
  if (!element || !links || !bar) throw new Error('The element, links or bar are not there')
  const { top, bottom } = element.getBoundingClientRect()
  return {
    what: element.outerHTML,
    above: top - links.getBoundingClientRect().bottom,
    below: Math.min(bar.getBoundingClientRect().top, innerHeight) - bottom,
  }
}

for (const size of [
  { width: 1440, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`the clinic’s form shows what has the focus, and saves from anywhere: ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openAsAdmin(page, '/dashboard/clinic')
    await expect(page.getByLabel('Phone')).toBeVisible()
    const form = page.getByRole('form', { name: 'Clinic' })
    const links = page.getByRole('navigation', { name: 'Sections of the page' })
    const save = form.getByRole('button', { name: 'Save changes' })
    const discard = form.getByRole('button', { name: 'Discard changes' })
    await expect(save).not.toBeInViewport()

    await links.getByRole('link', { name: 'Reminders by email' }).click()
    const title = page.getByRole('heading', { name: 'Reminders by email' })
    await expectInSight(() => title.evaluate(roomAround))
    await expect(links).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('First reminder, days before')).toBeFocused()

    // A field at the lower edge, where the bar appears with the first change.
    const days = page.getByLabel('Days ahead that can be booked')
    const before = await days.inputValue()
    await days.evaluate((field) => {
      field.focus({ preventScroll: true })
      const { bottom } = field.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight + 4, behavior: 'instant' })
    })
    await page.keyboard.press('ArrowUp')
    await expect(form.getByRole('status')).toHaveText('Unsaved changes')
    await expectInSight(() => days.evaluate(roomAround))
    await expect(save).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'unsaved changes')
    await expectFits(page, 'unsaved changes')

    const name = page.getByLabel('Name', { exact: true })
    await name.focus()
    const inSight = {
      most: Number.POSITIVE_INFINITY,
      onTheWay: () => expectInSight(() => page.evaluate(roomAround, null)),
    }
    await walkTo(save, 'Tab', inSight)
    await page.keyboard.press('Shift+Tab')
    await walkTo(name, 'Shift+Tab', inSight)

    // Saved at the end of the page, the first wrong field comes back into view.
    const phone = page.getByLabel('Phone')
    await phone.fill('none')
    await page.getByLabel('Percent refunded').last().fill('-1')
    await save.click()
    await expect(phone).toBeFocused()
    await expectInSight(() => phone.evaluate(roomAround))

    await discard.click()
    await expect(discard).toBeHidden()
    await expect(days).toHaveValue(before)
    await expect(save).not.toBeInViewport()
  })
}
