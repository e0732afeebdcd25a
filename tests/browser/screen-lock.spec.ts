import { expect, type Page } from '@playwright/test'
import { addChild } from './records.ts'
import { registerStaff } from './staff.ts'
import { test } from './test.ts'
import { logIn } from './visitor.ts'

// docs/requirements.md#screen-lock

const CHILD = 'Mia Private'
const OWN_PAGES = ['/dashboard/children', '/dashboard/profile']

const locked = (page: Page) => page.getByRole('heading', { name: 'Screen locked' })

/** Makes the last input an hour old. */
const leaveForAnHour = (page: Page) =>
  page.evaluate(() => localStorage.setItem('sprout.last-input', String(Date.now() - 3_600_000)))

/** Records on the page whether a text was ever shown. */
async function watchFor(page: Page, text: string) {
  await page.addInitScript((wanted) => {
    const note = () => {
      if (document.body?.textContent?.includes(wanted)) document.documentElement.dataset.seen = ''
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true })
  }, text)
  return () => page.evaluate(() => 'seen' in document.documentElement.dataset)
}

async function openOwnPage(page: Page) {
  const staff = await registerStaff()
  addChild(staff.uid, CHILD)
  await page.goto('/login')
  await logIn(page, staff)
  await page.getByRole('button', { name: /^Account menu for/ }).waitFor()
  await page.goto('/dashboard/children')
  await expect(page.getByText(CHILD).first()).toBeVisible()
  return staff
}

test('after an hour without input, the user’s own pages are locked from the first paint', async ({
  page,
}) => {
  await openOwnPage(page)
  await leaveForAnHour(page)
  for (const path of OWN_PAGES) {
    const later = await page.context().newPage()
    const wasSeen = await watchFor(later, CHILD)
    await later.goto(path)
    await expect(locked(later)).toBeVisible()
    expect([path, await wasSeen()]).toEqual([path, false])
    await later.close()
  }
  // The lock also applies in the first tab.
  await expect(locked(page)).toBeVisible()
  await expect(page.getByText(CHILD)).toHaveCount(0)
})

test('a page from the back button is locked, and the password unlocks it', async ({ page }) => {
  const staff = await openOwnPage(page)
  await page.goto('/about')
  await leaveForAnHour(page)
  await page.goBack()
  await expect(locked(page)).toBeVisible()
  await page.reload()
  await expect(locked(page)).toBeVisible()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /log in|confirm|continue/i })
    .click()
  await expect(page.getByText(CHILD).first()).toBeVisible()
})
