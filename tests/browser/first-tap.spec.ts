import { expect, type Page } from '@playwright/test'
import { withOwnContext as test } from './test.ts'
import { arriveAsNewParent } from './visitor.ts'

/** Collects the addresses at which a frame shows no page: only its frame, or a spinner. */
async function watchFrames(page: Page): Promise<string[]> {
  const blank: string[] = []
  await page.exposeFunction('reportBlank', (path: string) => void blank.push(path))
  await page.addInitScript(() => {
    const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
    const isPage = () => {
      // A spinner in place of a page has a title for screen readers.
      const title = document.querySelector('main h1:not([data-page-wait] *)')
      return title?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false
    }
    function look() {
      if (isPainted() && !isPage()) Reflect.get(window, 'reportBlank')(location.pathname)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return blank
}

const makeAppointment = (page: Page) =>
  page.getByRole('link', { name: 'Make Appointment' }).first().click()

const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('the first tap of a visitor leads from the home page to the login without a blank frame', async ({
  page,
}) => {
  const blank = await watchFrames(page)
  await page.goto('/')
  await makeAppointment(page)
  await title(page, 'Login')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Log in to book. We’ll keep it chosen.')).toBeVisible()
  expect(blank).toEqual([])
})

test('the first tap of a parent keeps the home page until the booking can be seen', async ({
  page,
}) => {
  await arriveAsNewParent(page, '/about')
  const blank = await watchFrames(page)
  await page.goto('/')
  await page.waitForFunction(() => document.documentElement.dataset.signedIn === undefined)
  await makeAppointment(page)
  await title(page, 'Make an appointment')
  expect(blank).toEqual([])
})
