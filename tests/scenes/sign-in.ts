import { expect, type Page } from '@playwright/test'
import { parentWithSecondFactor } from '../browser/provider.ts'
import { arriveAsNewParent, logIn, logOut } from '../browser/visitor.ts'
import { guest } from './guest.ts'
import { hold, restore, type Scene, type Tour } from './scene.ts'

const PHONE = '+15035550188'

const submit = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

const scenes: Scene[] = [
  {
    name: 'login',
    async open(page) {
      await page.goto('/login')
      await expect(page.getByLabel('Email')).toBeVisible()
    },
  },
  {
    name: 'login-missing',
    async open(page) {
      await submit(page)
      await expect(page.getByText('Email required')).toBeVisible()
    },
  },
  {
    name: 'login-waiting',
    async open(page) {
      await hold(page, '**/accounts:signInWithPassword*')
      await logIn(page, { email: 'nobody@example.com', password: 'sprout-1234' })
      await expect(page.getByRole('main').locator('button[aria-busy=true]')).toBeVisible()
    },
  },
  {
    name: 'login-refused',
    async open(page) {
      await restore(page)
      await page.goto('/login')
      await logIn(page, { email: 'nobody@example.com', password: 'sprout-1234' })
      await expect(page.getByText(/^Firebase: Error/)).toBeVisible()
    },
  },
  {
    name: 'check-your-email',
    windowOnly: true,
    async open(page) {
      await page.getByRole('button', { name: 'Forget Password?' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'signup',
    async open(page) {
      await page.goto('/signup')
      await expect(page.getByLabel('Name')).toBeVisible()
    },
  },
  {
    name: 'signup-missing',
    async open(page) {
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByText('Name is required')).toBeVisible()
    },
  },
  {
    name: 'google',
    async open(page) {
      await page.goto('/sandbox/google')
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    },
  },
  {
    name: 'mailbox',
    async open(page) {
      const { email } = await arriveAsNewParent(page, guest())
      await logOut(page)
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Forget Password?' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await page.goto('/sandbox/mailbox')
      await expect(page.getByText(email)).toBeVisible()
    },
  },
  {
    name: 'reset-password',
    async open(page) {
      await page.getByRole('link', { name: 'Choose a new password' }).first().click()
      await expect(page.getByLabel('New password')).toBeVisible()
    },
  },
  {
    name: 'reset-password-expired',
    async open(page) {
      await page.goto('/reset-password?oobCode=expired')
      await expect(page.getByRole('heading', { name: 'Request a new link' })).toBeVisible()
    },
  },
  {
    name: 'second-factor',
    async open(page) {
      const account = await parentWithSecondFactor(PHONE)
      await page.goto('/login')
      await logIn(page, account)
      await expect(page.getByText(/^We texted a code to/)).toBeVisible()
    },
  },
  {
    name: 'second-factor-refused',
    async open(page) {
      await page.getByLabel('Verification code').fill('000000')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText(/^Firebase: Error/)).toBeVisible()
    },
  },
]

/** Login and sign-up, with all failures. */
export const signInTour: Tour = { name: 'signing in', scenes }
