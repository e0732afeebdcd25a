import { expect, type Page, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Agenda, AgendaEntry } from '../../contract/agenda.ts'
import type { Attendance } from '../../contract/appointments.ts'
import { grantStaff } from '../../domain/identity/roles.ts'
import { users } from '../../drizzle/schema/index.ts'
import {
  type AttendanceServer,
  attendanceDriver,
} from '../../machines/attendance/attendance-driver.ts'
import type { AttendanceResult } from '../../machines/attendance/attendance-machine.ts'
import { attendanceWalks, TIME } from '../../machines/attendance/attendance-walks.ts'
import { openNetwork } from './intercept.ts'
import { call, type Member, register, sessionOf } from './member.ts'
import { addVisit, eventsOf, records } from './records.ts'
import { openWith, pageScreen, takeInBrowser } from './screen.ts'

test.describe.configure({ mode: 'parallel' })

/** A member of staff, with a session that began after their promotion. */
async function registerStaff(name = 'Rita Receptionist'): Promise<Member> {
  const { email, ...member } = await register(name)
  records().update(users).set({ emailVerified: true }).where(eq(users.email, email)).run()
  grantStaff(records(), { email, actor: null, now: new Date() })
  const path = `/users/${encodeURIComponent(email)}`
  const session = await call<Member['session']>({
    method: 'PUT',
    path,
    bearer: member.idToken,
    body: { email },
  })
  return { ...member, email, session }
}

const bearerOf = ({ session }: Member) => session.token

/** An appointment of the clinic's today that has begun, beside all others. */
async function bookVisit(staff: Member, patientName: string): Promise<AgendaEntry> {
  const read = (date: string) =>
    call<Agenda>({ method: 'GET', path: `/agenda?date=${date}`, bearer: bearerOf(staff) })
  const { today, minute } = await read('2026-06-05')
  const id = addVisit({ date: today, startMinute: Math.max(0, minute - 5), patientName })
  const entry = (await read(today)).entries.find(({ _id }) => _id === id)
  if (!entry) throw new Error('The appointment is not on the agenda.')
  return entry
}

const STEPS: Record<Attendance, readonly Attendance[]> = {
  expected: ['arrived', 'no_show'],
  arrived: ['completed', 'expected'],
  completed: ['arrived'],
  no_show: ['expected'],
}

/** The shortest way from one attendance to another. */
function wayTo(from: Attendance, to: Attendance): Attendance[] {
  let ways: Attendance[][] = [[from]]
  for (;;) {
    const found = ways.find((way) => way.at(-1) === to)
    if (found) return found.slice(1)
    ways = ways.flatMap((way) => STEPS[way.at(-1) ?? from].map((next) => [...way, next]))
  }
}

/** Another desk brings the appointment there. */
async function bring(staff: Member, { _id, date }: AgendaEntry, to: Attendance): Promise<void> {
  const path = `/agenda?date=${date}`
  const { entries } = await call<Agenda>({ method: 'GET', path, bearer: bearerOf(staff) })
  let entry = entries.find((each) => each._id === _id)
  for (const attendance of entry ? wayTo(entry.attendance, to) : []) {
    entry = await call<AgendaEntry>({
      method: 'PUT',
      path: `/agenda/${_id}/attendance`,
      bearer: bearerOf(staff),
      body: { version: entry?.version, attendance },
    })
  }
}

async function siteServer(page: Page, staff: Member, visit: AgendaEntry) {
  const stop = await openNetwork(page)
  const saving = stop('PUT', `/agenda/${visit._id}/attendance`)
  const server: AttendanceServer = {
    async succeed(_, output) {
      const result = output as AttendanceResult
      const call = await saving.take()
      if (result.kind === 'refused') await bring(staff, visit, result.current.attendance)
      await call.proceed()
    },
    async fail() {
      await (await saving.take()).answer(400, { code: 'offline', message: 'The clinic is offline' })
    },
    wait: async () => {},
    refresh: (attendance) => bring(staff, visit, attendance),
  }
  return server
}

test.describe('the whole site follows the attendance machine', () => {
  for (const [index, walk] of attendanceWalks([TIME]).entries()) {
    test(walk.name, async ({ page }) => {
      const staff = await registerStaff()
      const name = `Walter Walk ${index}`
      const visit = await bookVisit(staff, name)
      const server = await siteServer(page, staff, visit)
      await openWith(page, sessionOf(staff), '/dashboard/agenda')
      const row = page.locator(`[data-entry="${visit._id}"]`)
      await takeInBrowser(walk, attendanceDriver(pageScreen(page, row), server))
    })
  }
})

test('staff begin with the agenda, work by keyboard, and see another desk’s step at once', async ({
  page,
  browser,
}) => {
  const staff = await registerStaff('Keya Keyboard')
  const visit = await bookVisit(staff, 'Kim Keys')
  await page.goto('/login')
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
  const row = page.locator(`[data-entry="${visit._id}"]`)
  await expect(row).toContainText('Late')

  const otherDesk = await browser.newContext()
  const other = await otherDesk.newPage()
  await openWith(other, sessionOf(staff), '/dashboard/agenda')
  const elsewhere = other.locator(`[data-entry="${visit._id}"]`)
  await expect(elsewhere).toContainText('Expected')

  await row.focus()
  await page.keyboard.press('a')
  await expect(row).toContainText('Waiting')
  await expect(elsewhere).toContainText('Arrived')
  await page.keyboard.press('c')
  await expect(elsewhere).toContainText('Completed')
  await page.keyboard.press('u')
  await expect(elsewhere.getByRole('button', { name: 'Completed' })).toBeVisible()
  await otherDesk.close()
  const steps = eventsOf(visit._id).map((kind) => kind.replace('appointment.', ''))
  expect(steps).toEqual(['arrived', 'completed', 'reopened'])
})

test('the agenda prints in landscape with every appointment and no control', async ({ page }) => {
  const staff = await registerStaff()
  await bookVisit(staff, 'Petra Print')
  await openWith(page, sessionOf(staff), '/dashboard/agenda')
  await expect(page.getByText('Petra Print').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const role of ['navigation', 'button'] as const) {
    for (const control of await page.getByRole(role).all()) await expect(control).toBeHidden()
  }
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const text = pdf.toString('latin1')
  const [, width = '0', height = '0'] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))
})
