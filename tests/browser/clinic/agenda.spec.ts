import { expect, type Locator, type Page } from '@playwright/test'
import type { DeskAttendance } from '#contract/booking/appointments.ts'
import { type Agenda, type AgendaEntry, attendanceToward } from '#contract/front-desk/agenda.ts'
import type { AttendanceResult } from '#machines/attendance/attendance-machine.ts'
import {
  type AttendanceServer,
  attendanceDriver,
} from '#machines/testing/attendance/attendance-driver.ts'
import { attendanceWalks, TIME } from '#machines/testing/attendance/attendance-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import { openNetwork } from '../intercept.ts'
import { walkTo } from '../keyboard.ts'
import { bookAs, callAs, type Member, register, sessionOf } from '../member.ts'
import { pagesOf } from '../pdf.ts'
import { addVisit, eventsOf, paymentsOf } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { registerStaff } from '../staff.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'

test.describe.configure({ mode: 'parallel' })

/** Adds an appointment that began a few minutes ago, beside all others. */
async function bookVisit(staff: Member, patientName: string): Promise<AgendaEntry> {
  const read = (date: string) => callAs<Agenda>(staff, 'GET', `/agenda?date=${date}`)
  const { today, minute } = await read('2026-06-05')
  const id = addVisit({ date: today, startMinute: Math.max(0, minute - 5), patientName })
  const entry = (await read(today)).entries.find(({ _id }) => _id === id)
  if (!entry) throw new Error('The appointment is not on the agenda.')
  return entry
}

/** Moves the appointment to that attendance, as another desk would. */
async function bring(staff: Member, { _id, date }: AgendaEntry, to: DeskAttendance): Promise<void> {
  const { entries } = await callAs<Agenda>(staff, 'GET', `/agenda?date=${date}`)
  let entry = entries.find((each) => each._id === _id)
  while (entry && entry.attendance !== to) {
    const attendance = attendanceToward(to, entry)
    const body = { version: entry.version, attendance }
    entry = await callAs<AgendaEntry>(staff, 'PUT', `/agenda/${_id}/attendance`, body)
  }
}

/** Intercepts the requests that save the appointment's attendance. */
async function stopSaving(page: Page, { _id }: AgendaEntry) {
  const stop = await openNetwork(page)
  return stop('PUT', `/agenda/${_id}/attendance`)
}

async function siteServer(page: Page, staff: Member, visit: AgendaEntry) {
  const saving = await stopSaving(page, visit)
  const server: AttendanceServer = {
    async succeed(_, output) {
      const result = output as AttendanceResult
      const call = await saving.take()
      if (result.kind === 'refused') await bring(staff, visit, result.current.attendance)
      await call.proceed()
    },
    async fail() {
      await (await saving.take()).answer(400, OFFLINE)
    },
    refresh: (attendance) => bring(staff, visit, attendance),
  }
  return server
}

test.describe('the whole site follows the attendance machine', () => {
  for (const [index, walk] of attendanceWalks([TIME], { each: 'state' }).entries()) {
    test(walk.name, async ({ page }) => {
      const staff = await registerStaff()
      const name = `Walter Walk ${index}`
      const visit = await bookVisit(staff, name)
      const server = await siteServer(page, staff, visit)
      await openWith(page, sessionOf(staff), '/dashboard/agenda?view=list')
      await page.getByRole('button', { name: `Details of the appointment of ${name}` }).click()
      const panel = page.getByRole('complementary', { name: 'Chosen appointment' })
      await takeInBrowser(walk, attendanceDriver(pageScreen(page, panel), server))
    })
  }
})

/** The attendance that a row shows; its buttons may use the same words. */
const attendanceIn = (row: Locator) => row.getByRole('group').getByRole('paragraph').first()

test('staff work on the agenda by keyboard and see another desk’s step at once', async ({
  page,
  browser,
}) => {
  const staff = await registerStaff('Keya Keyboard')
  const visit = await bookVisit(staff, 'Kim Keys')
  await page.goto('/login')
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  const row = page.locator(`[data-entry="${visit._id}"]`)
  await expect(row).toContainText('Late')

  const otherDesk = await browser.newContext()
  const other = await otherDesk.newPage()
  await openWith(other, sessionOf(staff), '/dashboard/agenda?view=list')
  const elsewhere = other.locator(`[data-entry="${visit._id}"]`)
  await expect(attendanceIn(elsewhere)).toHaveText('Expected')

  const saving = await stopSaving(page, visit)
  await row.focus()
  // Shortcut keys act on a row that was focused by keyboard.
  await page.keyboard.press('Tab')
  // The second key does not wait for the first answer, after which the focus moves to the next row.
  await page.keyboard.press('a')
  await page.keyboard.press('c')
  saving.pass()
  await expect(attendanceIn(elsewhere)).toHaveText('Completed')
  // The focus then moves to the next patient's row, or stays here if none is expected.
  await expect(attendanceIn(row)).toHaveText('Completed')
  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('u')
  await expect(attendanceIn(elsewhere)).toHaveText(/^Arrived/)
  await otherDesk.close()
  const steps = eventsOf(visit._id).map((kind) => kind.replace('appointment.', ''))
  expect(steps).toEqual(['arrived', 'completed', 'reopened'])
})

test('staff take a price by key, cancel for the clinic, and hand the money back', async ({
  page,
}) => {
  const staff = await registerStaff('Kim Cashier')
  const parent = await register(`Hana Back ${Date.now()}`)
  const what = { treatment: 'Nutrition Services', slot: '02:00 PM - 02:30 PM', price: 70 }
  const day = workingDay(DAYS.agenda)
  const { _id } = await bookAs(parent, { ...what, day })
  await openWith(page, sessionOf(staff), `/dashboard/agenda?view=list&date=${day}`)
  const row = page.locator(`[data-entry="${_id}"]`)
  await row.focus()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.getByRole('button', { name: 'Close' }).click()
  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('k')
  await expect(page.getByRole('dialog')).toContainText(parent.name)
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Card terminal')
  await page
    .getByRole('status')
    .getByRole('button', { name: 'Undo' })
    .or(row.getByRole('button', { name: /^Undo the payment/ }))
    .first()
    .click()
  await expect(row).toContainText('Not paid')
  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Cash')
  await row.focus()
  await page.keyboard.press('m')

  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('The clinic cancels').check()
  await expect(dialog.getByText(/^The clinic cancels: full refund of \$70\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByRole('link', { name: 'Hand back' }).click()
  const handBack = page.getByRole('button', { name: `Handed back: $70, ${parent.name}` })
  const undo = page.getByRole('button', { name: `Undo: $70, ${parent.name}` })
  await handBack.click()
  await undo.click()
  await handBack.click()
  await expect(undo).toBeVisible()
  await expect(handBack).toBeHidden()
  const [cash] = paymentsOf(_id).filter(({ method }) => method === 'cash')
  expect(eventsOf(cash?.id ?? '')).toEqual([
    'payment.received',
    'refund.requested',
    'payment.refunded',
    'refund.hand_back_undone',
    'payment.refunded',
  ])
})

test('staff add a family and book for it by keyboard alone, at a zoom of 200 %', async ({
  browser,
}) => {
  const staff = await registerStaff('Kay Keys')
  // 1280 × 800 pixels at 200 % zoom.
  const zoomed = await browser.newContext({
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  })
  const page = await zoomed.newPage()
  const expectNoSideways = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
  await openWith(page, sessionOf(staff), '/dashboard/agenda?view=list')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expectNoSideways()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Family, child, page or action' })).toBeFocused()
  const name = `Gia Guest ${Date.now()}`
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: `Find or add a family: ${name}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No families found' })).toBeVisible()
  await expectNoSideways()
  await walkTo(page.getByRole('button', { name: 'New family', exact: true }))
  await page.keyboard.press('Enter')
  await walkTo(page.getByLabel('Phone', { exact: true }))
  await page.keyboard.type('503 555 0188')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectNoSideways()

  await openWith(page, sessionOf(staff), `${page.url()}/book?date=${workingDay(DAYS.agenda + 1)}`)
  const choose = page
    .getByRole('button', { name: 'Select Treatment' })
    .and(page.locator(':enabled'))
  await expect(choose.first()).toBeVisible()
  await expectNoSideways()
  await walkTo(choose.first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Choose a time for/ })).toBeFocused()
  await walkTo(page.getByRole('button', { name: /^\d\d:\d\d [AP]M - / }).first())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Phone')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Book', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The appointment is booked' })).toBeFocused()
  await expectNoSideways()
  await walkTo(page.getByRole('link', { name: 'See the day' }))
  await page.keyboard.press('Enter')
  await walkTo(page.getByRole('link', { name: 'List', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await zoomed.close()
})

test('the agenda prints in landscape, without controls', async ({ page }) => {
  const staff = await registerStaff()
  await bookVisit(staff, 'Petra Print')
  for (const view of ['list', 'day']) {
    await openWith(page, sessionOf(staff), `/dashboard/agenda?view=${view}`)
    await expect(page.getByText('Petra Print').first()).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const [, width = '0', height = '0'] =
      /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    expect(Number(width)).toBeGreaterThan(Number(height))
    const text = (await pagesOf(pdf)).join('\n')
    expect(text).toContain('Petra Print')
    expect(text).not.toMatch(/Walk-in|Undo|Previous|Initials/)
  }
})
