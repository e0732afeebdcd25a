import { expect, type Page } from '@playwright/test'
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { addChild } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, holdFiles, selectTreatment, workingDay } from './visitor.ts'

// History that moves between the server's answer and the first use of the page: the page was
// rendered for one address and shows another.

/** What the page has reported as an error. */
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

/** Goes back in the history without waiting for a page load, since there is none. */
const goBack = (page: Page) => page.evaluate(() => history.back())

const day = (date: string) =>
  new RegExp(`^(Today, )?${format(parseISO(date), 'EEEE, MMMM d, yyyy')}`)

const dayButton = (page: Page, date: string) =>
  page.getByRole('grid').getByRole('button', { name: day(date) })

/** The day, the treatments and the address agree. */
async function expectDay(page: Page, date: string): Promise<void> {
  await expect(dayButton(page, date)).toHaveAccessibleName(/selected$/)
  const heading = `Available appointments on ${format(parseISO(date), 'EEE, PP')}`
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('date') === date)
}

test('a day from before a reload is shown when one goes back before the first use', async ({
  page,
}) => {
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
  // What was pressed meanwhile is done, on the page that history led to.
  await expectDay(page, third ?? '')
  await expect(page.getByLabel('Who is it for?').locator('option:checked')).toHaveText('Ada')
  await page.goBack()
  await expectDay(page, first ?? '')
  expect(errors).toEqual([])
})

test('a booking for siblings that was left before the first use shows the treatments', async ({
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

test('another page of the site is shown as soon as history leads to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const errors = errorsOf(page)
  await page.goto('/about')
  // Opens once the page is hydrated; before, the link would load a page of its own.
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
