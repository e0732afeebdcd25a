import { expect } from '@playwright/test'
import * as links from '#words/es/account/email-links.ts'
import * as login from '#words/es/account/login.ts'
import * as signInWords from '#words/es/account/sign-in.ts'
import { newParent, register } from './member.ts'
import { newestMessage } from './provider.ts'
import { test } from './test.ts'
import { arriveAsNewParent, clickToClose, holdFiles } from './visitor.ts'

test('Continue with Google signs a new user up', async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Continue with Google' })

  const account = newParent('Gina Google')
  const [chooser] = await Promise.all([page.waitForEvent('popup'), google.click()])
  await chooser.setViewportSize({ width: 500, height: 600 })
  await expect(chooser.getByRole('button', { name: 'admin@example.com' })).toBeInViewport()
  await chooser.getByLabel('Name').fill(account.name)
  await chooser.getByLabel('Email').fill(account.email)
  await clickToClose(chooser, 'Continue')
  await expect(page.getByRole('button', { name: `Account menu for ${account.name}` })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('renews silently a token that the server no longer accepts', async ({ page }) => {
  const account = await arriveAsNewParent(page, '/dashboard')
  const sidebar = page.getByRole('complementary', { name: 'Your account' })
  await expect(sidebar.getByTitle(account.email)).toBeVisible()
  await page.evaluate(() => {
    const token = localStorage.getItem('accessToken') ?? ''
    localStorage.setItem('accessToken', `${token.slice(0, -4)}AAAA`)
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No appointments yet' })).toBeVisible()
  await expect(sidebar.getByTitle(account.email)).toBeVisible()
})

/** The script that hydrates the page. */
const START = /\/assets\/start-app-.*\.js$/

test('keeps what was typed and submitted before the scripts have loaded, and keeps it out of the address', async ({
  page,
}) => {
  const release = await holdFiles(page, START)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not-the-one')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  release()
  await expect(page.getByText('Firebase: Error (auth/invalid-credential).')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('leads visitors without a session from a page for users to the login, also on a slow network', async ({
  page,
}) => {
  const release = await holdFiles(page, START)
  await page.goto('/appointment?date=none#calendar')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?from=/)
  release()
  await expect(page).toHaveURL(/\/login$/)
})

test('a link of an email that was requested in Spanish opens in Spanish, and so does the login after it', async ({
  page,
}) => {
  const { email } = await register('Elena Ejemplo')
  await page.goto('/es/dashboard/profile')
  await page.getByLabel(signInWords.email).fill(email)
  await page.getByRole('link', { name: login.forgotPassword }).click()
  await page.getByRole('button', { name: login.ok }).click()

  const message = await newestMessage(email)
  await page.goto('link' in message ? message.link : '/')
  await expect(page).toHaveURL(/\/es\/reset-password\?/)
  await page.getByLabel(links.newPassword, { exact: true }).fill('sprout-5678')
  await page.getByRole('button', { name: links.savePassword }).click()
  await expect(page).toHaveURL(/\/es\/login$/)
  await expect(page.getByText(links.passwordChanged)).toBeVisible()
  await page.getByLabel(signInWords.password, { exact: true }).fill('sprout-5678')
  await page.getByRole('main').getByRole('button', { name: login.title }).click()
  await expect(page).toHaveURL(/\/es$/)
})
