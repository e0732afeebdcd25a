import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, loadWithAxe } from './accessibility.ts'
import { followEmail } from './mailbox.ts'
import { newParent, register, sessionOf } from './member.ts'
import { pagesOf } from './pdf.ts'
import { newestMessage } from './provider.ts'
import { makeAdmin } from './records.ts'
import { openWith } from './screen.ts'
import { test } from './test.ts'
import { DAYS, signUp, workingDay } from './visitor.ts'

/** Imports a file on the page Import, with its columns as they are guessed. */
async function importFile(page: Page, kind: string, rows: readonly string[]): Promise<void> {
  await page.goto('/dashboard/import')
  await page.getByLabel(kind).click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'old-system.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import these rows' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: old-system.csv' })).toBeVisible()
}

test('imported families are invited: one claims its records with few taps, the other gets a letter', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await register('Adele Admin')
  makeAdmin(admin.uid)
  await openWith(page, sessionOf(admin), '/robots.txt')
  await loadWithAxe(page)
  const parent = newParent('Paula Parker')
  // Families with the same number, name or phone would be one.
  const number = randomInt(1000, 9999)
  const letterName = `Nina Nguyen ${number}`
  await importFile(page, 'Families and children', [
    'Household ID,Patient ID,Child,DOB,Guardian,Phone,Email',
    `H1-${number},C1-${number},Mia Parker,2021-06-05,Paula Parker,(503) 555-${number},${parent.email}`,
    `H2-${number},C2-${number},Kim Nguyen,2020-01-31,${letterName},(971) 555-${number},`,
  ])
  await importFile(page, 'Coming appointments', [
    'Appt ID,Patient ID,Date,Start Time,Duration,Appt Type',
    `A1-${number},C1-${number},${workingDay(DAYS.claims)},10:10 AM,20,Nutrition Services`,
  ])

  const invite = page.getByRole('region', { name: 'Invite families' })
  await invite.getByRole('button', { name: /^Send \d+ emails?$/ }).click()
  await expect(invite.getByText(/^\d+ emails? will be sent/)).toBeVisible()
  await invite.getByRole('button', { name: /^Print \d+ letters?$/ }).click()
  await expect(invite.getByText(/ready to print\.$/)).toBeVisible()
  await expectAccessible(page, 'letters to print')
  const letters = await pagesOf(await page.pdf({ format: 'Letter' }))
  const own = letters.filter((text) => text.includes(letterName))
  expect(own).toHaveLength(1)
  expect(own[0]).toMatch(/\/claim\/\S+/)
  expect(own[0]).not.toContain('Page')
  expect(letters.every((text) => text.includes('Dear'))).toBe(true)

  const phone = await (
    await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  ).newPage()
  await loadWithAxe(phone)
  await followEmail(phone, parent.email, 'a[href*="/claim/"]')
  const count = { taps: 0, fields: 0 }
  const tap = async (target: Locator) => {
    count.taps += 1
    await target.click()
  }
  const fill = async (label: string, text: string) => {
    count.fields += 1
    await phone.getByLabel(label).fill(text)
  }
  await expect(phone.getByText('Mia')).toHaveCount(0)
  await expectAccessible(phone, 'a claim before the login')
  await tap(phone.getByRole('main').getByRole('link', { name: 'Create an account' }))
  await signUp(phone, parent)
  await expect(phone.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
  await expectAccessible(phone, 'a claim with an address that is not confirmed')
  const message = await newestMessage(parent.email)
  const confirmation = message.kind === 'phoneCode' ? '' : message.link
  // The identity provider does not get the link of the claim.
  expect(decodeURIComponent(confirmation)).not.toContain('/claim/')
  await phone.goto(confirmation)
  await phone.getByRole('link', { name: 'Continue where you were' }).click()
  await fill('Month', '6')
  await fill('Day', '5')
  await fill('Year', '2021')
  await expectAccessible(phone, 'a claim with a birth date')
  await tap(phone.getByRole('button', { name: 'Confirm' }))
  await expect(phone.getByRole('heading', { name: 'Your family is in your account' })).toBeVisible()
  expect(count).toEqual({ taps: 2, fields: 3 })
  await expect(phone.getByRole('region', { name: 'Coming appointments' })).toContainText('10:10 AM')
  await expectAccessible(phone, 'a claimed family')
  const link = phone.url()
  await phone.getByRole('link', { name: 'Go to my appointments' }).click()
  await expect(phone.getByRole('main')).toContainText('Nutrition Services')
  await expect(phone.getByRole('main')).toContainText('Mia')

  // The link opened once more says the same.
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Your family is in your account' })).toBeVisible()
  await phone.context().close()
})
