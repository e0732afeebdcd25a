import { expect, type Page } from '@playwright/test'
import { openBusyDay } from '../busy-day.ts'
import { pagesOf } from '../pdf.ts'
import { test } from '../test.ts'

test.describe.configure({ mode: 'parallel' })

/** Chooses the paper as staff do, and prints. */
async function printAs(page: Page, paper: string, format = 'Letter') {
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByLabel('On paper').selectOption({ label: paper })
  await page.keyboard.press('Escape')
  return pagesOf(await page.pdf({ format, landscape: true }))
}

const doctorsOf = (text: string) => [...text.matchAll(/Dr\. Number (\d+) \((\d+)\)/g)]
const patientsOf = (text: string) => text.match(/Patient \d+/g) ?? []

test('a day prints with one doctor a page', async ({ page }) => {
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
