import { expect } from '@playwright/test'
import type { AuthDriver } from '../../machines/auth/auth-paths.ts'
import { type AuthStage, START } from './auth-stage.ts'
import { call } from './member.ts'

const ADMIN_LINKS = ['All users', 'Add a Doctor', 'Manage Doctors', 'Audit Log']

/** What a visitor sees of each state; of what is silent, what the network and the server know. */
export function authLooks(stage: AuthStage): AuthDriver['see'] {
  const { page, main, alerts, loginLink, calls, story, button, at } = stage
  const menu = page.getByRole('button', { name: /^Account menu for/ })
  /** The login or the sign-up form's own. */
  const ownButton = main.getByRole('button', { name: /^(Login|Sign Up)$/ })

  async function seeDashboard() {
    const aside = page.getByRole('complementary', { name: 'Your account' })
    await expect(aside.getByText(story.who.email)).toBeVisible()
    await expect(aside.getByText(story.who.name, { exact: true })).toBeVisible()
    await expect(loginLink).toHaveCount(0)
    return page.getByRole('navigation', { name: 'Dashboard' })
  }

  async function seeRole(isAdmin: boolean) {
    const nav = await seeDashboard()
    await expect(nav.getByRole('link', { name: 'My Appointments' })).toBeVisible()
    for (const name of ADMIN_LINKS) {
      await expect(nav.getByRole('link', { name })).toHaveCount(isAdmin ? 1 : 0)
    }
    return nav
  }

  async function seeNobody() {
    await expect(loginLink).toBeVisible()
    await expect(menu).toHaveCount(0)
    await expect(page.getByText(story.who.email)).toHaveCount(0)
  }

  const busy = (name: string) => expect(button(name)).toHaveAttribute('aria-busy', 'true')

  /** Whether the server accepts the token that the browser keeps, for whom the screen shows. */
  async function accepted(): Promise<boolean> {
    const answer = call<{ admin: boolean }>({
      method: 'GET',
      path: `/admin/${encodeURIComponent(story.who.email)}`,
      bearer: (await stage.accessToken()) ?? '',
    })
    return answer.then(
      () => true,
      () => false,
    )
  }

  return {
    restoring: async () => {
      await calls.config.arrive()
      await expect(page.getByText('Checking your login')).toBeAttached()
      expect(at(START)).toBe(true)
    },
    restoreFailed: async () => {
      await expect(alerts).toContainText(story.failure)
      await expect(button('Try again')).toBeEnabled()
      await expect(button('Log out instead')).toBeEnabled()
    },
    'signedOut.form.untouched': async () => {
      await seeNobody()
      // Whoever was on a page of their own is on the way from it: home, or to the login page.
      await expect(page).not.toHaveURL(START)
      await expect(alerts).toHaveCount(0)
      if (at('/'))
        await expect(page.getByRole('link', { name: 'Make Appointment' })).not.toHaveCount(0)
      else await expect(ownButton).toBeEnabled()
    },
    'signedOut.form.refused': async () => {
      await expect(alerts).toContainText(story.failure)
      await seeNobody()
      await expect(ownButton).toBeEnabled()
    },
    'signedOut.signingIn': async () => {
      await calls.passwords.arrive()
      await busy('Login')
      await expect(button('Forget Password?')).toBeDisabled()
      await expect(button('Continue with Google')).toBeDisabled()
    },
    'signedOut.signingInWithGoogle': async () => {
      await expect(page.getByText('Continue in the Google window')).toBeVisible()
      await story.chooser?.getByLabel('Email').waitFor()
    },
    'signedOut.signingUp': async () => {
      await calls.signUps.arrive()
      await busy('Sign Up')
      await expect(button('Continue with Google')).toBeDisabled()
    },
    'signedOut.sendingReset': async () => {
      await calls.resets.arrive()
      await expect(page.getByText('Sending a reset link…')).toBeVisible()
      await expect(button('Login')).toBeDisabled()
    },
    'signedOut.resetSent': () =>
      expect(page.getByRole('alertdialog', { name: 'Check your email' })).toBeVisible(),
    'secondFactor.sendingCode': async () => {
      await calls.codes.arrive()
      await expect(page.getByText(/^Sending a code to \+\*+\d{4}…$/)).toBeVisible()
      await expect(button('Confirm')).toBeDisabled()
    },
    'secondFactor.codeNotSent': async () => {
      await expect(alerts).toContainText(story.failure)
      await expect(button('Confirm')).toBeDisabled()
      await expect(button('Send a new code')).toBeEnabled()
    },
    'secondFactor.awaitingCode.untouched': async () => {
      await expect(page.getByText(/^We texted a code to \+\*+\d{4}\.$/)).toBeVisible()
      await expect(alerts).toHaveCount(0)
      await expect(main.getByLabel('Verification code')).toBeFocused()
    },
    'secondFactor.awaitingCode.refused': async () => {
      await expect(alerts).toContainText(story.failure)
      await expect(main.getByLabel('Verification code')).toBeFocused()
      await expect(button('Confirm')).toBeEnabled()
    },
    'secondFactor.confirmingCode': async () => {
      await calls.confirmations.arrive()
      await busy('Confirm')
      await expect(button('Send a new code')).toBeDisabled()
    },
    exchanging: async () => {
      await calls.exchanges.arrive()
      await expect(main.locator('button[aria-busy=true]')).toHaveCount(1)
      await expect(alerts).toHaveCount(0)
    },
    'signedIn.role.asking': async () => {
      await calls.roles.arrive()
      await expect(await seeRole(false)).toHaveAttribute('aria-busy', 'true')
    },
    'signedIn.role.unknown': async () => {
      const nav = await seeRole(false)
      await expect(nav.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'signedIn.role.patient': async () => {
      const nav = await seeRole(false)
      await expect(nav).toHaveAttribute('aria-busy', 'false')
      await expect(nav.getByRole('button')).toHaveCount(0)
    },
    'signedIn.role.admin': async () => {
      await seeRole(true)
    },
    // The renewal is silent: the visitor goes on, and only the network knows.
    'signedIn.token.fresh': async () => {
      await seeDashboard()
      await expect.poll(accepted).toBe(true)
    },
    'signedIn.token.renewing': async () => {
      await calls.renewals.arrive()
      await seeDashboard()
    },
    'signedIn.token.renewalFailed': async () => {
      await seeDashboard()
    },
    // Without the network nothing holds the provider up; the page is on its way to the next.
    signingOut: seeNobody,
  }
}
