import { expect, type Page } from '@playwright/test'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { isWeekend } from 'date-fns/isWeekend'
import { type Account, type Member, providerSessionOf, register, sessionOf } from './member.ts'
import { openWith } from './screen.ts'

/**
 * The first working day that each file may book. Files run at the same time, and some free or close whole
 * days.
 */
export const DAYS = {
  mainJob: 0,
  /** Eight of them, a week apart. */
  series: 5,
  agenda: 8,
  languages: 9,
  scenes: 10,
  effort: 11,
  /** One for each pseudo-language. */
  pseudo: 12,
  change: 14,
  guardians: 15,
  closure: 16,
  payment: 17,
  paymentWalks: 27,
  /** Uses a treatment of its own. */
  reoffers: 34,
  /** Two per walk. */
  bookingWalks: 36,
  /** Two days, and the day two weeks after the second. */
  deskTasks: 46,
  calendar: 58,
  inspection: 59,
  times: 60,
  /** The last days: the clinic can be booked 90 days ahead. */
  liveTimes: 61,
  /** Imported appointments may be later. */
  claims: 70,
}

/** ISO date of the `count`-th working day after tomorrow. */
export function workingDay(count: number): string {
  let day = addDays(new Date(), 2)
  for (let left = count; left > 0 || isWeekend(day); day = addDays(day, 1)) {
    if (!isWeekend(day)) left -= 1
  }
  return format(day, 'yyyy-MM-dd')
}

/** Fills in and submits the sign-up form of the open page. */
export async function signUp(page: Page, { name, email, password }: Account): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

/** Fills in and submits the login form of the open page. */
export async function logIn(page: Page, { email, password }: Omit<Account, 'name'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Logs out with the avatar menu of any page. */
export async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Account menu for/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(menu).toBeHidden()
}

/** Delays the files of that address until the returned function is called. */
export async function holdFiles(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Clicks a button that closes its window. The window may be gone before Playwright has reported the click,
 * which is no failure.
 */
export async function clickToClose(window: Page, name: string): Promise<void> {
  await window
    .getByRole('button', { name })
    .click()
    .catch((error) => {
      if (!window.isClosed()) throw error
    })
}

/**
 * Registers and logs in a new parent.
 * @param address the page to open; by default one that runs no code
 */
export async function arriveAsNewParent(
  page: Page,
  address = '/robots.txt',
  name?: string,
): Promise<Member> {
  const member = await register(name)
  await openWith(page, { ...sessionOf(member), ...(await providerSessionOf(member)) }, address)
  return member
}

/** Opens a day and chooses a treatment and a slot, which opens the dialog. */
export async function chooseSlot(
  page: Page,
  { day, treatment, slot }: { day: string; treatment: string; slot: string },
): Promise<void> {
  await page.goto(`/appointment?date=${day}`)
  await selectTreatment(page, treatment)
  await page.getByRole('button', { name: slot }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/**
 * Opens a page by client-side navigation, so that the browser loads the data that the server would include
 * in a first page. For signed-in visitors.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.goto('/dashboard/history')
  await expect(page.getByRole('heading', { level: 1, name: 'My History' })).toBeVisible()
  await changeAddress(page, path)
}

/** Changes the address without a page load, as the back and forward buttons do. */
export async function changeAddress(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/** The button 'Select Treatment' on the card of that treatment. */
export async function selectTreatment(page: Page, treatment: string): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: treatment }) })
    .getByRole('button', { name: 'Select Treatment' })
    .click()
}

/** Fills in the booking dialog. */
export async function fillDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('+1 503 555 0100')
  await dialog.getByLabel('Address').fill('1 Orchard Lane')
}

/** Fills in and submits the booking dialog. */
export async function book(page: Page): Promise<void> {
  await fillDialog(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
}
