import { expect } from '@playwright/test'
import { register } from '../browser/member.ts'
import { parentWithSecondFactor } from '../browser/provider.ts'
import { logIn, signUp } from '../browser/visitor.ts'
import { CLAIM_CALL, CLAIM_PAGE, OPEN_CLAIM } from './claims.ts'
import { answerWith, overlay, restore, scene, type Tour } from './scene.ts'

const PHONE = '+15035550188'

/** Login and sign-up, with the pages that their emails link to. */
export const signInTour: Tour = {
  name: 'signing in',
  scenes: [
    scene('login', async (page) => {
      await page.goto('/login')
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByText('Email required')).toBeVisible()
    }),
    overlay('check-your-email', async (page) => {
      const { email } = await register()
      await page.getByLabel('Email').fill(email)
      await page.getByRole('link', { name: 'Forget Password?' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    }),
    scene('mailbox', async (page) => {
      await page.goto('/sandbox/mailbox')
      await expect(page.getByRole('link', { name: 'Choose a new password' }).first()).toBeVisible()
    }),
    scene('reset-password', async (page) => {
      await page.getByRole('link', { name: 'Choose a new password' }).first().click()
      await expect(page.getByLabel('New password')).toBeVisible()
    }),
    scene('reset-password-expired', async (page) => {
      await page.goto('/reset-password?oobCode=expired')
      await expect(page.getByRole('heading', { name: 'Request a new link' })).toBeVisible()
    }),
    scene('signup', async (page) => {
      await page.goto('/signup')
      const { email } = await register()
      await signUp(page, { name: 'Paula Parent', email, password: 'sprout-1234' })
      await expect(page.getByRole('link', { name: 'Log in with this email' })).toBeVisible()
    }),
    scene('second-factor', async (page) => {
      await page.goto('/login')
      await logIn(page, await parentWithSecondFactor(PHONE))
      await expect(page.getByText(/^We texted a code to/)).toBeVisible()
    }),
    scene('confirm-email', async (page) => {
      await page.goto('/confirm-email?mode=verifyEmail&oobCode=expired')
      await expect(page.getByText('You can send a new one from your profile.')).toBeVisible()
    }),
    scene('unsubscribe', async (page) => {
      await page.goto('/unsubscribe?token=any')
      await expect(page.getByRole('button', { name: 'Turn off reminders' })).toBeVisible()
    }),
    scene('claim', async (page) => {
      await answerWith(page, CLAIM_CALL, 200, OPEN_CLAIM)
      await page.goto(CLAIM_PAGE)
      await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
    }),
    scene('claim-used', async (page) => {
      await restore(page)
      await answerWith(page, CLAIM_CALL, 200, { ...OPEN_CLAIM, state: 'used' })
      await page.reload()
      await expect(page.getByText('If it was you, log in to see your appointments.')).toBeVisible()
      await restore(page)
    }),
    scene('google', async (page) => {
      await page.goto('/sandbox/google')
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    }),
  ],
}
