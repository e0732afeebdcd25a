import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { runToEnd } from '#tests/support/running-site.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { register } from '../member.ts'
import { confirmEmail } from '../provider.ts'
import { test } from '../test.ts'
import { arriveAsNewParent, logIn } from '../visitor.ts'

/** `npm run admin -- grant EMAIL` on the site's own data. */
async function adminCommand(change: 'grant' | 'revoke', email: string): Promise<void> {
  const env = { DATA_DIR: process.env.SPROUT_TEST_DATA_DIR ?? '' }
  const { code, output } = await runToEnd('scripts/admin.ts', env, [change, email])
  expect(code, output).toBe(0)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const toast = (page: Page, message: string) => page.getByText(message, { exact: true })
const doctorIn = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: heading(page, name) })

async function findUser(page: Page, email: string) {
  await page.getByLabel('Search by name or email').fill(email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(email)}$`))
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  return row
}

test('an admin is made by command, promotes and removes others, and manages the clinic’s doctors', async ({
  page,
  browser,
}) => {
  // A long test through many pages.
  test.slow()
  const account = await arriveAsNewParent(page, '/dashboard', 'Ada Admin')
  const other = await register('Otto Other')
  for (const { email } of [account, other]) await confirmEmail(email)
  // The longest texts that the form accepts.
  const doctor = {
    name: `Dr. Nia ${'N'.repeat(92)}`,
    designation: 'D'.repeat(100),
    email: `nia-${'n'.repeat(60)}@${'x'.repeat(60)}.${'y'.repeat(60)}.example.com`,
  }

  await test.step('a patient is refused: signed out, at the login page', async () => {
    await expect(page.getByRole('link', { name: 'My History' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audit log' })).toBeHidden()
    await page.goto('/dashboard/audit')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })

  await test.step('the command makes an admin', async () => {
    await adminCommand('grant', account.email)
    await logIn(page, account)
    await expect(
      page.getByRole('button', { name: `Account menu for ${account.name}` }),
    ).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'All users' }).click()
    await expect(heading(page, 'All users')).toBeVisible()
    const own = await findUser(page, account.email)
    await expect(own.getByRole('button', { name: 'Admin', exact: true })).toBeDisabled()
  })

  await test.step('all records are downloaded as a file', async () => {
    await page.goto('/dashboard/export')
    await page.getByLabel('Reason').selectOption('The clinic keeps a copy')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download records' }).click()
    expect((await download).suggestedFilename()).toMatch(/^records-[\d-]+\.zip$/)
    await expect(page.getByRole('status').filter({ hasText: 'is complete' })).toBeVisible()
    await page.goto('/dashboard/users')
  })

  await test.step('a promoted user is an admin at once, and a demoted one loses access at once', async () => {
    const row = await findUser(page, other.email)
    await row.getByRole('button', { name: 'Make Admin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
    await expect(toast(page, 'Successfully made an admin')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Admin', exact: true })).toBeDisabled()
    // A changed role ends earlier sessions.
    const context = await browser.newContext({ baseURL: process.env.SPROUT_TEST_URL ?? '' })
    const device = await context.newPage()
    await device.goto('/login')
    await logIn(device, other)
    await expect(
      device.getByRole('button', { name: `Account menu for ${other.name}` }),
    ).toBeVisible()
    await device.goto('/dashboard/users')
    // An account with a confirmed email.
    const anyone = await findUser(device, 'parent@example.com')

    await adminCommand('revoke', other.email)
    await anyone.getByRole('button', { name: 'Make Admin' }).click()
    await device.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
    await expect(toast(device, 'Failed to make an Admin')).toBeVisible()
    // The page stays; reloading the list is refused.
    await expect(device).toHaveURL(/\/dashboard\/users/)
    await device.reload()
    await expect(device).toHaveURL(/\/login$/)
    expect(await device.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await context.close()
  })

  await test.step('a doctor is added with a photo, which appears after processing', async () => {
    await page.getByRole('link', { name: 'Add a Doctor' }).click()
    await page.getByRole('button', { name: 'Add doctor' }).click()
    for (const missing of ['Name is required', 'Email is required', 'Image is required']) {
      await expect(page.getByText(missing, { exact: true })).toBeVisible()
    }
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Name').fill(doctor.name)
    await page.getByLabel('Email').fill(doctor.email)
    await page.getByLabel('Designation').fill(doctor.designation)
    // A treatment that no other test books, since the doctor may be assigned to its appointments.
    await page.getByLabel('Specialty').selectOption('Vaccinations/Immunizations')
    const portrait = { width: 900, height: 1200, channels: 3, background: '#7fb0a0' } as const
    await page.getByLabel('Image').setInputFiles({
      name: '../portrait.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: portrait }).jpeg().toBuffer(),
    })
    await page.getByRole('button', { name: 'Add doctor' }).click()
    await expect(toast(page, 'Doctor added successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/managedoctors$/)
    const row = doctorIn(page, doctor.name)
    await expect(row.locator('source[type="image/avif"]')).toBeAttached()
    await expect(row.getByText('Processing photo…')).toBeHidden()
  })

  await test.step('visitors see the doctor, with the image in the best format', async () => {
    await page.goto('/doctors')
    const picture = doctorIn(page, doctor.name).locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    const used = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
    expect(used).toMatch(/\/images\/[0-9a-f-]{36}\/\d+\.avif$/)
  })

  await test.step('the doctor is deleted, by keyboard alone', async () => {
    await page.goto('/dashboard/managedoctors')
    const button = page.getByRole('button', { name: `Delete ${doctor.name}` })
    const dialog = page.getByRole('dialog', { name: 'Do you really want to delete?' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    // The accessibility suite checks the page with names of usual length.
    await expectAccessible(page, 'the doctors, and the question before deleting')
    await expectFits(page, 'the doctors')
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'the doctors on a phone')
    await page.setViewportSize(before)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, `Doctor: ${doctor.name} is deleted.`)).toBeVisible()
    await expect(heading(page, doctor.name)).toBeHidden()
    await expect(page.getByRole('region', { name: 'Doctors' })).toBeFocused()
  })

  await test.step('another user is removed, and the audit log has every change', async () => {
    await page.getByRole('link', { name: 'People' }).click()
    const row = await findUser(page, other.email)
    await row.getByRole('button', { name: 'Remove Otto Other' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(toast(page, 'User removed successfully')).toBeVisible()
    await expect(heading(page, 'No users found')).toBeVisible()

    await page.goto(`/dashboard/audit?person=${encodeURIComponent(account.email)}`)
    const sentences = page
      .getByRole('list', { name: 'Entries' })
      .locator('li p:first-child')
      .filter({ hasNotText: 'viewed the data of' })
    await expect(sentences).toHaveText([
      'Ada Admin removed user Otto Other',
      `a photo of ${doctor.name} was deleted`,
      `Ada Admin deleted doctor ${doctor.name}`,
      `Ada Admin added doctor ${doctor.name}`,
      `Ada Admin uploaded a photo of ${doctor.name}`,
      'Ada Admin made Otto Other an admin',
      'Ada Admin began to download the records of the clinic, reason: The clinic keeps a copy',
      'The system made Ada Admin an admin',
      'Ada Admin signed up',
    ])
  })
})
