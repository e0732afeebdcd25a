import { expect, type Page } from '@playwright/test'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { answerAgenda, openBusyDay } from '../busy-day.ts'
import { sessionOf } from '../member.ts'
import { pagesOf } from '../pdf.ts'
import { openWith } from '../screen.ts'
import { registerStaff } from '../staff.ts'
import { test } from '../test.ts'

test.describe.configure({ mode: 'parallel' })

/** Chooses the paper in the dialog, and prints. */
async function printAs(page: Page, paper: string, format = 'Letter') {
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByLabel('On paper').selectOption({ label: paper })
  await page.keyboard.press('Escape')
  return pagesOf(await page.pdf({ format, landscape: true }))
}

const doctorsOf = (text: string) => [...text.matchAll(/Dr\. Number (\d+) \((\d+)\)/g)]
const patientsOf = (text: string) => text.match(/Patient \d+/g) ?? []

test('a day prints with one page per doctor', async ({ page }) => {
  await openBusyDay(page, { doctors: 8, each: 15 })
  const pages = await printAs(page, 'One doctor a page')
  expect(pages.map((text) => doctorsOf(text).map(([, number, count]) => [number, count]))).toEqual(
    Array.from({ length: 8 }, (_, index) => [[String(index), '15']]),
  )
  for (const text of pages) {
    expect(text).toContain('Friday, Jun 5, 2026')
    expect(patientsOf(text)).toHaveLength(15)
  }
})

test('a day of six doctors prints on one page of A4 or Letter, without an empty column', async ({
  page,
}) => {
  // Doctors without appointments have no column.
  await openBusyDay(page, { doctors: 6, each: 15 })
  for (const format of ['A4', 'Letter']) {
    const [first = '', ...more] = await printAs(page, 'Day on a time axis', format)
    expect(more).toEqual([])
    expect(doctorsOf(first)).toHaveLength(6)
    expect(patientsOf(first)).toHaveLength(90)
  }
})

test('twenty doctors print on four pages, with initials only where names are hidden', async ({
  page,
}) => {
  await openBusyDay(page)
  const pages = await printAs(page, 'Day on a time axis')
  expect(pages.map((text) => doctorsOf(text).length)).toEqual([6, 6, 6, 2])
  await page.getByRole('button', { name: 'Initials only' }).click()
  for (const paper of ['Day on a time axis', 'One doctor a page', 'All together']) {
    const hidden = (await printAs(page, paper)).join(' ')
    expect(hidden).toContain('P. ')
    expect(patientsOf(hidden)).toEqual([])
  }
})

/** Opens the agenda of a day with that many appointments, which other tests do not change. */
async function openDayOf(page: Page, count: number, facts: object = {}) {
  const staff = await registerStaff()
  const visits = Array.from({ length: count }, (_, index) => ({
    ...expected,
    _id: `visit-${index}`,
    date: '2026-06-05',
    patientName: `Patient ${index}`,
    note: `Note ${index}`,
    startMinute: 9 * 60 + 5 * index,
    ...facts,
  }))
  await answerAgenda(page, visits, { today: '2026-06-05', minute: 8 * 60 })
  await openWith(page, sessionOf(staff), '/dashboard/agenda?view=list&date=2026-06-05')
  await expect(page.getByText(`Patient ${count - 1}`, { exact: true })).toBeVisible()
  return { visits }
}

test('a day of 60 appointments prints on A4 and Letter, each row whole and under its day', async ({
  page,
}) => {
  const { visits } = await openDayOf(page, 60)
  for (const format of ['A4', 'Letter']) {
    const pages = await pagesOf(await page.pdf({ format, landscape: true }))
    expect(pages.length).toBeLessThanOrEqual(4)
    const printed = pages.map((text) =>
      [...text.matchAll(/Patient (\d+)/g)].map(([, index]) => index),
    )
    expect(printed.flat()).toEqual(visits.map((_, index) => String(index)))
    for (const [index, text] of pages.entries()) {
      expect(text).toContain('Friday, Jun 5, 2026')
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      // No row is split between pages.
      const notes = [...text.matchAll(/Note (\d+)/g)].map(([, note]) => note)
      expect(notes).toEqual(printed[index])
    }
  }
})

test('prints no empty page, however many rows fill a sheet', async ({ page }) => {
  for (const rows of [36, 28]) {
    await openDayOf(page, rows, { note: '' })
    for (const landscape of [false, true]) {
      const pages = await pagesOf(await page.pdf({ format: 'A4', landscape }))
      expect(pages.filter((text) => !text.includes('Patient '))).toEqual([])
    }
  }
})
