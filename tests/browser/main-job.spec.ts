import { expect } from '@playwright/test'
import { formatWireDate } from '#contract/dates.ts'
import { bookAs, newParent, register } from './member.ts'
import { test } from './test.ts'
import {
  arriveAsNewParent,
  book,
  chooseSlot,
  DAYS,
  holdFiles,
  logIn,
  logOut,
  signUp,
  workingDay,
} from './visitor.ts'

test('a parent signs up, books, sees it in the dashboard, logs out and comes back', async ({
  page,
}) => {
  const account = newParent()
  const day = workingDay(DAYS.mainJob)
  const date = formatWireDate(day)
  const slot = '09:00 AM - 09:30 AM'

  await page.goto('/')
  await page.getByRole('link', { name: 'Make Appointment' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await signUp(page, account)

  // The visitor is back on the page they asked for, and the login page is not in the history.
  await expect(page).toHaveURL(/\/appointment/)
  await chooseSlot(page, { day, treatment: 'Allergy Testing', slot })
  const dialog = page.getByRole('dialog')
  for (const fact of [account.name, date, slot]) {
    await expect(dialog.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  }
  await book(page)
  await expect(page.getByText(`Appointment is set on ${date} at ${slot}`).first()).toBeVisible()

  await page.goto('/dashboard')
  const row = page.getByRole('row').filter({ hasText: 'Allergy Testing' })
  await expect(row).toContainText(date)
  await expect(row).toContainText(slot)
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveAttribute(
    'href',
    /\/dashboard\/appointment\/[0-9a-f-]{36}$/,
  )

  await logOut(page)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, account)
  await expect(page.getByRole('row').filter({ hasText: 'Allergy Testing' })).toContainText(slot)

  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Allergy Testing' })).toContainText(slot)
})

test('the login page is replaced in the history by the page that was asked for', async ({
  page,
}) => {
  const account = await arriveAsNewParent(page, '/dashboard')
  await logOut(page)
  await page.goto('/about')
  await page.goto('/dashboard/history')
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, account)
  await expect(page).toHaveURL(/\/dashboard\/history$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('a slot that another patient books meanwhile leads back to the current slots', async ({
  page,
}) => {
  const day = workingDay(DAYS.mainJob + 2)
  const choice = { day, treatment: 'Nutrition Services', slot: '10:00 AM - 10:30 AM' }
  // Without live times, the page learns of it only from the refusal.
  await page.route('**/available/changes*', (route) => route.abort())
  await arriveAsNewParent(page)
  await chooseSlot(page, choice)

  await bookAs(await register('Quick Quinn'), { ...choice, price: 70 })

  await book(page)
  await expect(page.getByText(/Someone just booked/).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: choice.slot })).toHaveCount(0)

  // docs/requirements.md#treatment-cards, on phones, too.
  const slots = page.getByRole('button', { name: /^\d\d:\d\d [AP]M - / })
  for (const [width, columns] of [
    [320, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => slots.evaluateAll(countColumns)).toBe(columns)
  }

  // The typed text is kept, so that the next attempt takes two clicks.
  await page.getByRole('button', { name: '10:30 AM - 11:00 AM' }).click()
  await expect(page.getByRole('dialog').getByLabel('Phone')).toHaveValue('+1 503 555 0100')
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText(/^Appointment is set on/).first()).toBeVisible()
})

function countColumns(elements: Element[]): number {
  return new Set(elements.map((element) => element.getBoundingClientRect().left)).size
}

test('a booking survives a reload, an expired session, a login and the back button', async ({
  page,
}) => {
  const slot = '09:00 AM - 09:30 AM'
  const account = await arriveAsNewParent(page)
  await chooseSlot(page, { day: workingDay(DAYS.mainJob + 7), treatment: 'Weight Loss', slot })
  const dialog = page.getByRole('dialog', { name: 'Weight Loss' })
  await dialog.getByLabel('Phone').fill('503 555 0122')
  async function seeDialog() {
    await expect(dialog.getByText(slot)).toBeVisible()
    await expect(dialog.getByLabel('Phone')).toHaveValue('503 555 0122')
  }
  await page.reload()
  await seeDialog()

  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  await other.evaluate(() => localStorage.removeItem('accessToken'))
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, account)
  await seeDialog()

  const slots = page.getByRole('region', { name: 'Choose a time for Weight Loss' })
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(slots).toBeVisible()
  await page.goBack()
  await expect(slots).toBeHidden()
  await page.goForward()
  await expect(slots).toBeVisible()
  await page.goForward()
  await seeDialog()

  await dialog.getByRole('button', { name: 'Close' }).click()
  await logOut(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('days and treatments are shown before any script runs, and a press then takes effect', async ({
  page,
}) => {
  await arriveAsNewParent(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const release = await holdFiles(page, /\/assets\/start-app-/)
  await page.goto('/appointment')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  expect(asked).not.toContain('/config')

  await page.getByRole('button', { name: 'Select Treatment', disabled: false }).first().click()
  release()
  await expect(page.getByRole('heading', { name: /^Choose a time for/ })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Account menu for/ })).toBeVisible()
  expect(asked).toContain('/config')
  // The day is loaded again once the stream of its changes is open, and not before.
  const heard = asked.indexOf('/available/changes')
  expect(asked.slice(0, heard)).not.toContain('/available')
})

test('a press before the scripts have loaded is visible at once', async ({ page }) => {
  await arriveAsNewParent(page)
  const release = await holdFiles(page, /\/assets\/start-app-/)
  await page.goto('/appointment')
  const button = page.getByRole('button', { name: 'Select Treatment', disabled: false }).first()
  // The next frame shows the press.
  const isShown = await button.evaluate(async (element) => {
    ;(element as HTMLElement).click()
    await new Promise(requestAnimationFrame)
    return Number(getComputedStyle(element).opacity) < 1
  })
  expect(isShown).toBe(true)
  release()
  await expect(page.getByRole('heading', { name: /^Choose a time for/ })).toBeFocused()
  await expect(button).not.toHaveAttribute('data-pressed')
})

test('an expired session leads from the booking to the login', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'of another time')
    localStorage.setItem('sprout.user', JSON.stringify({ email: 'gone@example.com', name: 'Gone' }))
  })
  await page.goto('/appointment')
  // The page starts at the first move, or before when it is idle. The first event of a new pointer is no move.
  await page.mouse.move(100, 100, { steps: 5 })
  await expect(page).toHaveURL(/\/login$/)
})

test('the booking works by keyboard alone', async ({ page }) => {
  await arriveAsNewParent(page)
  await page.goto(`/appointment?date=${workingDay(DAYS.mainJob + 5)}`)
  const select = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Development Delay' }) })
    .getByRole('button', { name: 'Select Treatment' })
  await select.focus()
  await page.keyboard.press('Enter')
  // Choosing a treatment moves the focus to the slots.
  const slots = page.getByRole('region', { name: /^Choose a time for Development Delay/ })
  await expect(slots).toBeVisible()
  await expect(page.locator(':focus').and(slots).or(slots.locator(':focus'))).toBeVisible()
  await slots.getByRole('button', { name: '01:00 PM - 01:30 PM' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await page.keyboard.type('503 555 0111')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2 Orchard Lane')
  await page.keyboard.press('Tab')
  const send = dialog.getByRole('button', { name: 'Book', exact: true })
  await expect(send).toBeFocused()
  await expect(send).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Appointment is set on/).first()).toBeVisible()
})
