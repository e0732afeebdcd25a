import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { openBusyDay } from '../busy-day.ts'
import { bookAs, callAs, register, sessionOf } from '../member.ts'
import { openWith } from '../screen.ts'
import { registerStaff } from '../staff.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'
import { dragOnto } from './drag.ts'

test.describe.configure({ mode: 'parallel' })

test('pressing a doctor’s free time books with that doctor', async ({ page }) => {
  await openBusyDay(page, { doctors: 4, each: 10 })
  await page.getByRole('button', { name: 'Free times' }).click()
  await page.getByRole('button', { name: /^4:30 ?, free, Dr\. Number 2$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Nutrition Services/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard\/families\?.*doctor=doctor-2/)
})

test('another desk’s move keeps focus and scroll position', async ({ page }) => {
  const staff = await registerStaff()
  const parent = await register()
  const day = workingDay(DAYS.calendar)
  const what = { day, treatment: 'Weight Loss', slot: '03:00 PM - 03:30 PM', price: 80 }
  const { _id: id } = await bookAs(parent, what)
  await openWith(page, sessionOf(staff), `/dashboard/agenda?view=day&date=${day}`)
  const card = page.locator(`[data-entry="${id}"]`)
  await card.focus()
  const scroller = page.locator('.calendar-scroll')
  const placeOf = () => scroller.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
  const before = await placeOf()
  const moved = { version: 0, date: day, slot: '03:30 PM - 04:00 PM' }
  await callAs(staff, 'POST', `/appointments/${id}/move`, moved)
  await expect(card).toContainText('3:30')
  await expect(card).toBeFocused()
  expect(await placeOf()).toEqual(before)
})

test('free times on the calendar are accessible in both themes', async ({ page }) => {
  await openBusyDay(page, { doctors: 4, each: 10 })
  await page.locator('[data-entry]').first().focus()
  await page.keyboard.press('f')
  await expect(page.locator('.calendar-free').first()).toBeFocused()
  await expectAccessible(page, 'free times')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'free times, dark', 'colors')
})

test('the calendar fits a phone, with one doctor per page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBusyDay(page, { doctors: 3, each: 10 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const head = await page.getByRole('heading', { name: /^Dr\. Number 0/ }).boundingBox()
  expect((head?.x ?? 0) + (head?.width ?? 0)).toBeCloseTo(390, 0)
})

test('the clinic’s week collapses what does not fit, with a link to the day', async ({ page }) => {
  await openBusyDay(page, { doctors: 6, each: 8 })
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  const folded = page.getByRole('link', { name: /^\+\d+ more from / }).first()
  await expect(folded).toBeVisible()
  await expectAccessible(page, 'week of the clinic')
  await folded.click()
  await expect(page).toHaveURL(/date=2026-06-05&view=day|view=day.*date=2026-06-05/)
})

/** Opens the week of four doctors at desktop size and waits until it has replaced the day. */
async function openClinicWeek(page: Page) {
  await page.setViewportSize({ width: 1440, height: 1100 })
  await openBusyDay(page, { doctors: 4, each: 8 })
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await expect(page.locator('.calendar-head')).toHaveCount(7)
}

test('in the clinic’s week, pressing a free place books with any doctor or with one of them', async ({
  page,
}) => {
  await openClinicWeek(page)
  // Saturday, at about half past four.
  const saturday = page.locator('.calendar-ground').last()
  const { height } = (await saturday.boundingBox()) ?? { height: 0 }
  await saturday.click({ position: { x: 10, y: height - 20 } })
  const dialog = page.getByRole('dialog', { name: /^Book on Sat, Jun 6(, 2026)?, about 4:/ })
  const treatment = dialog.getByRole('link', { name: /Nutrition Services/ })
  await expect(treatment).toHaveCount(1)
  await expect(treatment).not.toHaveAttribute('href', /doctor=/)
  await expectAccessible(page, 'book in the week of the clinic')
  await dialog.getByText('Dr. Number 2').click()
  await treatment.click()
  await expect(page).toHaveURL(/\/dashboard\/families\?.*doctor=doctor-2/)
})

/** Moves the last appointment of the morning to half past four of the previous day. */
const WAYS = {
  async keyboard(page: Page) {
    await page.keyboard.press('m')
    await expect(page.locator('.calendar-target').first()).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
  },
  async tapping(page: Page) {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move the appointment of Patient 28' }).click()
    await expect(page.locator('.calendar-target').first()).toBeVisible()
    // The bar stays in view although a banner is above the calendar.
    const bar = page.locator('.calendar-moving')
    await expect(bar).toContainText(/^Patient 28: choose one of \d+ free times/)
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'moving in the week of the clinic')
    await page.getByRole('button', { name: /^4:30 ?, Thu, Jun 4/ }).click()
  },
  async drag(page: Page) {
    const free = page.getByRole('button', { name: /^4:30 ?, Thu, Jun 4/ })
    await dragOnto(page.locator(':focus'), free)
  },
}

test('in the clinic’s week, an appointment moves by keyboard, tapping and drag, and the doctor is chosen', async ({
  page,
}) => {
  await openClinicWeek(page)
  const dialog = page.getByRole('dialog', { name: 'Move Patient 28?' })
  for (const way of ['keyboard', 'tapping', 'drag'] as const) {
    await page.locator('[data-entry="visit-28"]').focus()
    await WAYS[way](page)
    await expect(dialog).toContainText(/Jun 4(, 2026)?, 4:30 PM, Dr. Number 0/)
    if (way === 'drag') break
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await dialog.getByText('Dr. Number 3', { exact: true }).click()
  await expect(dialog).toContainText('4:30 PM, Dr. Number 3')
  const moved = page.waitForRequest('**/appointments/visit-28/move')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  expect((await moved).postDataJSON()).toMatchObject({
    date: '2026-06-04',
    slot: '04:30 PM - 05:00 PM',
    doctor: 'doctor-3',
  })
})

test('the list opens at now, with at least 14 rows in view on a desk’s screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openBusyDay(page, { doctors: 4, each: 10 })
  await page.getByRole('link', { name: 'List', exact: true }).click()
  const rows = page.getByRole('row').and(page.locator('[data-entry]'))
  await expect(rows.filter({ hasText: 'Next' }).first()).toBeInViewport()
  await expect
    .poll(() =>
      rows.evaluateAll(
        (all) =>
          all.filter((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return top >= 52 && bottom <= window.innerHeight
          }).length,
      ),
    )
    .toBeGreaterThanOrEqual(14)
})

/** The calendar must be fast enough on a processor this many times slower. */
const SLOWER = 4

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** CPU time, in microseconds. */
  tdur?: number
}

/** The longest task of the page's main thread, in milliseconds of CPU. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const ofPage = traceEvents.find(({ name }) => name === 'UpdateLayoutTree')
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === ofPage?.pid && tid === ofPage?.tid,
  )
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

test('a day with 300 appointments and 20 doctors renders and drags fast enough on slow computers', async ({
  page,
  browser,
}, info) => {
  const devtools = await page.context().newCDPSession(page)
  await openBusyDay(page, { from: '2026-06-04' })
  await expect(page.getByText('No appointments.')).toBeVisible()
  // Counts CPU time of the main thread only, so that a busy machine matters little; throttling would add
  // its own waits.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  /** The lowest figure, which is the one that other programs have disturbed least. */
  const leastOf = (type: string, milliseconds: readonly number[]) => {
    const least = SLOWER * Math.min(...milliseconds)
    const description = `${least.toFixed(0)} ms on a processor of a quarter`
    info.annotations.push({ type, description })
    console.log(`${type}: ${description}`)
    return least
  }
  const nextFrame = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))))
  // Otherwise Playwright's searches for roles and texts would be measured, too.
  const goTo = async (label: string, appointments: number) => {
    await page.evaluate((text) => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === text)?.click()
    }, label)
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-entry]').length === count,
      appointments,
    )
    await nextFrame()
  }
  const draws: number[] = []
  for (let round = 0; round < 3; round += 1) {
    if (round > 0) await goTo('Previous', 0)
    const before = await busy()
    await goTo('Next', 300)
    draws.push((await busy()) - before)
  }
  expect(leastOf('300 × 20', draws)).toBeLessThan(1_500)

  await devtools.send('Performance.disable')
  const card = page.locator('[data-entry="visit-82"]')
  const tasks: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await card.scrollIntoViewIfNeeded()
    const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 20, y + 8)
    // Rendering after the scroll is not part of the drag.
    await nextFrame()
    await nextFrame()
    await browser.startTracing(page, {
      categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
    })
    await page.mouse.down()
    await page.mouse.move(x + 30, y + 18)
    await page.waitForFunction(() => document.querySelector('.calendar-target'))
    for (let move = 1; move <= 20; move += 1) {
      await page.mouse.move(x + 20 * move, y + 12 * move)
      await nextFrame()
    }
    await page.keyboard.press('Escape')
    await nextFrame()
    tasks.push(longestTask(await browser.stopTracing()))
    await page.mouse.up()
    await expect(page.locator('.calendar-target')).toHaveCount(0)
  }
  expect(leastOf('the longest task of a drag', tasks)).toBeLessThan(100)
})
