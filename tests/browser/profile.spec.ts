import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { recordUnreachable } from '#domain/notifications/sending/bounces.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { expectAccessible } from './accessibility.ts'
import { newParent } from './member.ts'
import { newestMessage } from './provider.ts'
import { records } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, logIn, logOut } from './visitor.ts'

const PHONE = '+15035550188'
const PHONE_ENDS = PHONE.slice(-4)

async function phoneCode(): Promise<string> {
  const message = await newestMessage(PHONE)
  if (message.kind !== 'phoneCode') throw new Error('No code was sent')
  return message.code
}

/** Makes the provider refuse such a request until the next login. */
async function requireRecentLogin(page: Page, call: string): Promise<void> {
  await page.route(
    `**/${call}?**`,
    (route) =>
      route.fulfill({
        status: 400,
        json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
      }),
    { times: 1 },
  )
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a parent changes name and photo, and protects the account with a phone', async ({ page }) => {
  const account = await arriveAsNewParent(page, '/dashboard')
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()

  await test.step('name and photo change everywhere at once', async () => {
    const photo = await sharp({
      create: { width: 320, height: 240, channels: 3, background: '#1d6b57' },
    })
      .png()
      .toBuffer()
    await page.getByLabel('Name').fill('Nora Newname')
    await page
      .getByLabel('Photo')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()

    const menu = page.getByRole('button', { name: 'Account menu for Nora Newname' })
    await expect(menu.getByRole('presentation')).toHaveAttribute('src', /^\/images\//)
    const sidebar = page.getByRole('complementary', { name: 'Your account' })
    await expect(sidebar.getByText('Nora Newname')).toBeVisible()
    await expect
      .poll(() =>
        sidebar.getByRole('presentation').evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
  })

  await test.step('the link in the email confirms the address', async () => {
    await page.getByRole('button', { name: 'Add a phone' }).click()
    await page.getByRole('button', { name: 'Send email' }).click()
    await expect(page.getByText(/^We sent an email to/)).toBeVisible()
    const email = await newestMessage(account.email)
    const other = await page.context().newPage()
    await other.goto(email.kind === 'emailConfirmation' ? email.link : '')
    await expect(other.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
    await other.close()
    await page.getByRole('button', { name: 'I’ve confirmed it' }).click()
  })

  await test.step('the phone is added after another login', async () => {
    await requireRecentLogin(page, 'mfaEnrollment:start')
    await page.getByLabel('Phone', { exact: true }).fill('+1 (503) 555-0188')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(dialog(page, 'Confirm it’s you')).toBeVisible()
    await expectAccessible(page, 'a login to repeat')
    await dialog(page, 'Confirm it’s you')
      .getByLabel('Password', { exact: true })
      .fill(account.password)
    await dialog(page, 'Confirm it’s you').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(`We texted a code to ${PHONE}.`)).toBeVisible()
    await expectAccessible(page, 'a code to type')
    await page.getByLabel('Verification code').fill(await phoneCode())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(`Phone ending in ${PHONE_ENDS}`)).toBeVisible()
    await expectAccessible(page, 'a phone')
  })

  await test.step('the next login asks for a code, and shows name and photo', async () => {
    await logOut(page)
    await page.goto('/login')
    await logIn(page, account)
    await expect(page.getByText(/^We texted a code to/)).toBeVisible()
    await page.getByLabel('Verification code').fill(await phoneCode())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('button', { name: 'Account menu for Nora Newname' })).toBeVisible()
  })

  await test.step('the phone is removed after another login with its code; the photo is removed, too', async () => {
    await page.goto('/dashboard/profile')
    await requireRecentLogin(page, 'mfaEnrollment:withdraw')
    await page.getByRole('button', { name: `Remove the phone ending in ${PHONE_ENDS}` }).click()
    await dialog(page, 'Remove this phone?').getByRole('button', { name: 'Remove' }).click()
    const again = dialog(page, 'Confirm it’s you')
    await again.getByLabel('Password', { exact: true }).fill(account.password)
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(again.getByText(/^We texted a code to/)).toBeVisible()
    await expect(again.getByLabel('Verification code')).toBeFocused()
    await again.getByLabel('Verification code').fill(await phoneCode())
    await again.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('You haven’t added a phone yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()

    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const menu = page.getByRole('button', { name: 'Account menu for Nora Newname' })
    await expect(menu.getByRole('presentation')).not.toHaveAttribute('src', /^\/images\//)
  })
})

test('a parent changes the password: this browser goes on, another one says why it is logged out', async ({
  page,
  browser,
}) => {
  const account = await arriveAsNewParent(page)
  const other = await browser.newPage()
  await other.goto('/dashboard')
  await logIn(other, account)
  await expect(other.getByRole('heading', { name: 'My Appointments' })).toBeVisible()

  const password = 'another-1234'
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText('That password isn’t right.')
  await expectAccessible(page, 'a password to change')
  await page.getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await expect(sessions.getByText('(this device)')).toBeVisible()
  await expect(sessions.getByText(/The password was changed$/)).toHaveCount(2)

  await expect(async () => {
    await other.reload()
    await expect(other.getByText(/^Your password was changed/)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
  await logIn(other, { ...account, password })
  await expect(other.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
  await other.close()
})

test('a parent whose emails bounce changes the email, and logs in with the new one', async ({
  page,
}) => {
  const account = await arriveAsNewParent(page)
  const { email } = newParent()
  await writeTransaction(records(), (tx) =>
    recordUnreachable(tx, account.email, { source: 'smtp', now: new Date() }),
  )
  await page.goto('/dashboard')

  await test.step('the banner leads to the form, which sends a link after another login', async () => {
    await page.getByRole('link', { name: 'Change your email' }).click()
    await expect(page.getByLabel('New email')).toBeFocused()
    await requireRecentLogin(page, 'accounts:sendOobCode')
    await page.getByLabel('New email').fill(email)
    await page.getByRole('button', { name: 'Send email' }).click()
    const again = dialog(page, 'Confirm it’s you')
    await again.getByLabel('Password', { exact: true }).fill(account.password)
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible()
    await expectAccessible(page, 'a link that was sent')
  })

  await test.step('the link changes the email and logs the parent out', async () => {
    const other = await page.context().newPage()
    await other.goto('/sandbox/mailbox')
    await other
      .getByRole('listitem')
      .filter({ hasText: `Email to ${email}` })
      .getByRole('link', { name: 'Change to this email' })
      .click()
    await expect(other.getByRole('heading', { name: 'Email changed' })).toBeVisible()
    await expectAccessible(other, 'a changed email')
    await other.getByRole('button', { name: 'Log in' }).click()
    await expect(other.getByLabel('Email')).toHaveValue(email)
    await logIn(other, { email, password: account.password })
    await expect(other.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    await expect(other.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(other.getByRole('complementary', { name: 'About your emails' })).toBeHidden()
  })
})
