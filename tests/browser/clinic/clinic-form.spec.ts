import { expect } from '@playwright/test'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { walkTo } from '../keyboard.ts'
import { test } from '../test.ts'

/**
 * Pixels between the focused field and the bar at the lower edge. Runs in the page. Not `:focus`: in fields
 * for times, the clock inside takes it.
 */
function roomBelow(): number {
  const bar = document.querySelector('.save-bar')
  const field = document.activeElement
  if (!field || !bar) throw new Error('The field or the bar is not there')
  return (
    Math.min(bar.getBoundingClientRect().top, innerHeight) - field.getBoundingClientRect().bottom
  )
}

for (const size of [
  { width: 1440, height: 600 },
  { width: 390, height: 844 },
]) {
  test(`a section of the settings can be saved from anywhere, and leaving it unsaved asks first: ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openAsAdmin(page, '/dashboard/clinic')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link', { name: 'Waiting list' }).click()
    const form = page.getByRole('form', { name: 'Waiting list' })
    const save = form.getByRole('button', { name: 'Save changes' })
    const discard = form.getByRole('button', { name: 'Discard changes' })
    const offers = page.getByLabel('Offers of one time')
    const before = await offers.inputValue()
    await expect(save).not.toBeInViewport()

    // A field at the lower edge, where the bar appears after the first change.
    await offers.evaluate((field) => {
      field.focus({ preventScroll: true })
      scrollBy({ top: field.getBoundingClientRect().bottom - innerHeight + 4, behavior: 'instant' })
    })
    await page.keyboard.press('ArrowUp')
    await expect(form.getByRole('status')).toHaveText('Unsaved changes')
    await expect.poll(() => page.evaluate(roomBelow)).toBeGreaterThanOrEqual(0)
    await expect(save).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'unsaved changes')
    await expectFits(page, 'unsaved changes')

    const first = page.getByLabel('Treatments that a family can wait for')
    await first.focus()
    await walkTo(save, 'Tab', {
      most: Number.POSITIVE_INFINITY,
      onTheWay: () =>
        expect.poll(() => page.evaluate(roomBelow), { timeout: 5_000 }).toBeGreaterThanOrEqual(0),
    })

    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/\/waiting-list$/)
    await sections.getByRole('link', { name: 'Contact' }).click()
    await expectAccessible(page, 'the question before unsaved changes are lost')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('form', { name: 'Contact' })).toBeVisible()
    await page.goBack()
    await expect(offers).toHaveValue(before)
    await expect(discard).toBeHidden()
  })
}
