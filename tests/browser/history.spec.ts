import { expect, type Page } from '@playwright/test'
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { addChild } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, holdFiles, selectTreatment, workingDay } from './visitor.ts'

// Going back or forward between the server's response and hydration: the page was rendered for one address
// and must show another.

/** Collects the errors that the page reports. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** Reloads the page, and holds the script that hydrates it until the returned function is called. */
async function reloadWithoutScripts(page: Page): Promise<() => void> {
  const release = await holdFiles(page, /\/assets\/start-app-/)
  await page.reload({ waitUntil: 'commit' })
  return release
}

/** Goes back without waiting for a page load, as there is none. */
const goBack = (page: Page) => page.evaluate(() => history.back())

const day = (date: string) =>
  new RegExp(`^(Today, )?${format(parseISO(date), 'EEEE, MMMM d, yyyy')}`)

const dayButton = (page: Page, date: string) =>
  page.getByRole('grid').getByRole('button', { name: day(date) })

/** Expects the day in the calendar, the treatments and the address to agree. */
async function expectDay(page: Page, date: string): Promise<void> {
  await expect(dayButton(page, date)).toHaveAccessibleName(/selected$/)
  const heading = `Available appointments on ${format(parseISO(date), 'EEE, PP')}`
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('date') === date)
}

test('going back before hydration shows the day of the new address', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 844 })
  const parent = await arriveAsNewParent(page)
  const child = addChild(parent.uid, 'Ada')._id
  const [first, second, third] = [0, 1, 2].map((count) => workingDay(DAYS.mainJob + count))
  await page.goto(`/appointment?date=${first}&child=${child}`)
  const errors = errorsOf(page)
  await dayButton(page, second ?? '').click()
  await expectDay(page, second ?? '')

  const release = await reloadWithoutScripts(page)
  await page
    .getByRole('link', { name: /^\+?1?[ (]*\d{3}/ })
    .first()
    .click()
  await page.getByRole('listitem').filter({ hasText: 'Instagram' }).first().click()
  await dayButton(page, third ?? '').click()
  await goBack(page)
  await expect(page).toHaveURL(new RegExp(`date=${first}`))
  release()
  // Presses from before hydration take effect on the page of the new address.
  await expectDay(page, third ?? '')
  await expect(page.getByLabel('Who is it for?').locator('option:checked')).toHaveText('Ada')
  await page.goBack()
  await expectDay(page, first ?? '')
  expect(errors).toEqual([])
})

test('a booking for siblings that was left before hydration shows the treatments', async ({
  page,
}) => {
  const parent = await arriveAsNewParent(page)
  for (const name of ['Ada', 'Ben']) addChild(parent.uid, name)
  const date = workingDay(DAYS.mainJob)
  const treatment = 'Allergy Testing'
  const errors = errorsOf(page)
  await page.goto(`/appointment?date=${date}`)
  await selectTreatment(page, treatment)
  await page
    .getByRole('button', { name: /^\d\d:\d\d / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book for several children' }).click()
  await page.getByRole('checkbox', { name: 'Ben' }).check()
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByRole('region', { name: /^Times for/ })).toBeVisible()
  await expect(page).toHaveURL(/siblings=[^&]/)

  const release = await reloadWithoutScripts(page)
  const before = page.url()
  await goBack(page)
  await expect(page).not.toHaveURL(before)
  await selectTreatment(page, treatment)
  release()
  await expect(page.getByRole('heading', { name: `Choose a time for ${treatment}` })).toBeVisible()
  await expect(page).toHaveURL(/treatment=[^&]/)
  await expect(page).not.toHaveURL(/siblings/)
  expect(errors).toEqual([])
})

test('going back before hydration shows another page of the site at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const errors = errorsOf(page)
  await page.goto('/about')
  // Opens only once the page is hydrated; before, the link would load a new document.
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }).first().click()
  const contact = page.getByRole('heading', { level: 1, name: 'Contact Us' })
  await expect(contact).toBeVisible()
  const release = await reloadWithoutScripts(page)
  await goBack(page)
  await expect(page).toHaveURL(/\/about$/)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Who We Are' })).toBeVisible()
  await expect(page).toHaveTitle(/^About Us/)
  await page.goForward()
  await expect(contact).toBeVisible()
  expect(errors).toEqual([])
})
