import { expect, type Page } from '@playwright/test'
import { register } from '../browser/member.ts'
import { parentWithSecondFactor } from '../browser/provider.ts'
import { arriveAsNewParent, logIn, logOut, signUp } from '../browser/visitor.ts'
import { overlay, type Scene, scene, type Tour } from './scene.ts'

const PHONE = '+15035550188'

const submit = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

const scenes: Scene[] = [
  scene('login', async (page) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
  }),
  scene('login-missing', async (page) => {
    await submit(page)
    await expect(page.getByText('Email required')).toBeVisible()
  }),
  scene('login-refused', async (page) => {
    await logIn(page, { email: 'nobody@example.com', password: 'sprout-1234' })
    await expect(page.getByText(/^Firebase: Error/)).toBeVisible()
  }),
  overlay('check-your-email', async (page) => {
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  scene('signup', async (page) => {
    await page.goto('/signup')
    await expect(page.getByLabel('Name')).toBeVisible()
  }),
  scene('signup-refused', async (page) => {
    const { email } = await register()
    await signUp(page, { name: 'Paula Parent', email, password: 'sprout-1234' })
    await expect(page.getByRole('link', { name: 'Log in with this email' })).toBeVisible()
  }),
  scene('google', async (page) => {
    await page.goto('/sandbox/google')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  }),
  scene('mailbox', async (page) => {
    const { email } = await arriveAsNewParent(page)
    await logOut(page)
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.goto('/sandbox/mailbox')
    await expect(page.getByText(email)).toBeVisible()
  }),
  scene('reset-password', async (page) => {
    await page.getByRole('link', { name: 'Choose a new password' }).first().click()
    await expect(page.getByLabel('New password')).toBeVisible()
  }),
  scene('reset-password-expired', async (page) => {
    await page.goto('/reset-password?oobCode=expired')
    await expect(page.getByRole('heading', { name: 'Request a new link' })).toBeVisible()
  }),
  scene('unsubscribe', async (page) => {
    await page.goto('/unsubscribe?token=any')
    await expect(page.getByRole('button', { name: 'Turn off reminders' })).toBeVisible()
  }),
  scene('second-factor', async (page) => {
    const account = await parentWithSecondFactor(PHONE)
    await page.goto('/login')
    await logIn(page, account)
    await expect(page.getByText(/^We texted a code to/)).toBeVisible()
  }),
]

/** Login and sign-up, with all failures. */
export const signInTour: Tour = { name: 'signing in', scenes }
