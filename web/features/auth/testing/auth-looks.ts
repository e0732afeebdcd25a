import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { User } from '../../../../contract/users.ts'
import { type AuthDriver, otherParent, parent } from '../../../../machines/auth/auth-paths.ts'
import type { HeldActors } from './held-actors.ts'
import { alerts, button, buttons, expectAlert, expectBusy, isBusy, status } from './reading.ts'
import type { Whereabouts } from './site.tsx'

/** What the visitor has done and heard so far, as far as the screens have to show it. */
export interface Visit {
  /** What the last failure said. */
  failure: string
  /** Where whoever is not signed in belongs. */
  place: '/' | '/login' | '/signup'
  /** The words on the control that was pressed last. */
  pressed: string
  /** Where a reset link was asked for. */
  email: string
  /** Who is signed in, as far as the server or another tab has said. */
  user: User | null
}

const ADMIN_LINKS = ['All users', 'Add a Doctor', 'Manage Doctors', 'Audit Log']
const FORMS = {
  '/login': {
    title: 'Login',
    texts: ['Welcome back.', 'New to Sprout?', 'or'],
    other: { name: 'Create an account', href: '/signup' },
  },
  '/signup': {
    title: 'Sign Up',
    texts: [
      'Create an account to book and pay online.',
      'At least 6 characters',
      'Already have an account?',
      'or',
    ],
    other: { name: 'Log in', href: '/login' },
  },
} as const

/** A page for admins, while nobody knows whether the visitor is one. */
export async function seeUncheckedPage() {
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('We couldn’t verify your access')
  expect(alert).toHaveTextContent('Our server didn’t respond.')
}

/** Nothing on the screen is anybody else's. */
function expectOnly(user: User | null) {
  for (const { name } of [parent, otherParent]) {
    expect({ name, isShown: screen.queryAllByText(name).length > 0 }).toEqual({
      name,
      isShown: name === user?.name,
    })
  }
}

async function seeDashboard({ user }: Visit) {
  await screen.findByRole('complementary', { name: 'Your account' })
  expectOnly(user)
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
  return within(screen.getByRole('navigation', { name: 'Dashboard' }))
}

async function seeRole(visit: Visit, { isAdmin, isKnown }: { isAdmin: boolean; isKnown: boolean }) {
  const links = await seeDashboard(visit)
  const nav = screen.getByRole('navigation', { name: 'Dashboard' })
  expect(nav).toHaveAttribute('aria-busy', String(!isKnown))
  for (const name of ['My Appointments', 'My History', 'My Review']) {
    expect(links.getByRole('link', { name })).toBeVisible()
  }
  for (const name of ADMIN_LINKS) {
    const link = links.queryByRole('link', { name })
    if (isAdmin) expect(link).toBeVisible()
    else expect(link).not.toBeInTheDocument()
  }
  return links
}

function seeNobody() {
  expectOnly(null)
  expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Account menu for/ })).not.toBeInTheDocument()
}

function seeCodeStep() {
  expect(screen.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(screen.getByText('Enter the code we texted you to finish logging in.')).toBeVisible()
  expect(screen.getByRole('form', { name: 'Two-step verification' })).toBeVisible()
  expect(button('Cancel')).toBeEnabled()
}

/** What a visitor has to find on the screen in each state. */
export function authLooks(
  visit: Visit,
  actors: HeldActors,
  whereabouts: Whereabouts,
): AuthDriver['see'] {
  const at = (path: string) => whereabouts.location.pathname === path

  /** The form that waits for input, with all that stands on it; or the home page. */
  async function seeForm() {
    await waitFor(() => expect(whereabouts.location.pathname).toBe(visit.place))
    await waitFor(seeNobody)
    if (visit.place === '/') {
      expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
      return
    }
    const { title, texts, other } = FORMS[visit.place]
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(within(screen.getByRole('form', { name: title })).getByLabelText('Email')).toBeVisible()
    for (const text of texts) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByText(other.name)).toHaveAttribute('href', other.href)
    const all = buttons()
    expect([...all.values()].filter(isBusy)).toEqual([])
    for (const [, control] of all) expect(control).toBeEnabled()
    const own = visit.place === '/login' ? ['Forget Password?', 'Login'] : ['Sign Up']
    for (const name of [...own, 'Continue with Google']) expect([...all.keys()]).toContain(name)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  }

  return {
    restoring: async () => {
      await status('Checking your login')
      expect(at('/dashboard')).toBe(true)
    },
    restoreFailed: async () => {
      await expectAlert('We couldn’t check your login')
      await expectAlert(visit.failure)
      expect(button('Try again')).toBeEnabled()
      expect(button('Log out instead')).toBeEnabled()
    },
    'signedOut.form.untouched': async () => {
      await seeForm()
      expect(alerts()).toEqual([])
    },
    'signedOut.form.refused': async () => {
      await expectAlert(visit.failure)
      await seeForm()
    },
    'signedOut.signingIn': () => expectBusy('Login', 'Forget Password?', 'Continue with Google'),
    'signedOut.signingInWithGoogle': async () => {
      await status('Continue in the Google window, or click the button again to reopen it.')
      expect(button(at('/login') ? 'Login' : 'Sign Up')).toBeDisabled()
      expect(button('Continue with Google')).toBeEnabled()
    },
    'signedOut.signingUp': () => expectBusy('Sign Up', 'Continue with Google'),
    'signedOut.sendingReset': async () => {
      await status('Sending a reset link…')
      expect(screen.getByLabelText('Email')).not.toHaveAccessibleDescription()
      expect(button('Login')).toBeDisabled()
      expect(button('Continue with Google')).toBeDisabled()
    },
    'signedOut.resetSent': async () => {
      const alert = await screen.findByRole('alertdialog', { name: 'Check your email' })
      expect(alert).toHaveTextContent(
        `If there’s an account for ${visit.email}, we’ve sent it a link to reset the password.`,
      )
      expect(within(alert).getByRole('button', { name: 'OK' })).toHaveFocus()
    },
    'secondFactor.sendingCode': async () => {
      await status('Sending a code to +*******0100…')
      seeCodeStep()
      expectBusy('Send a new code', 'Confirm')
      expect(screen.getByLabelText('Verification code')).not.toHaveFocus()
      expect(alerts()).toEqual([])
    },
    'secondFactor.codeNotSent': async () => {
      await expectAlert(visit.failure)
      await status('We couldn’t send a code to +*******0100.')
      seeCodeStep()
      expect(button('Confirm')).toBeDisabled()
      expect(button('Send a new code')).toBeEnabled()
    },
    'secondFactor.awaitingCode.untouched': async () => {
      await status('We texted a code to +*******0100.')
      seeCodeStep()
      expect(alerts()).toEqual([])
      expect(screen.getByLabelText('Verification code')).toHaveFocus()
    },
    'secondFactor.awaitingCode.refused': async () => {
      await expectAlert(visit.failure)
      seeCodeStep()
      expect(screen.getByLabelText('Verification code')).toHaveFocus()
      expect(button('Confirm')).toBeEnabled()
    },
    'secondFactor.confirmingCode': () => {
      seeCodeStep()
      expectBusy('Confirm', 'Send a new code')
      expect(button('Confirm')).toHaveFocus()
    },
    // The exchange stays on the screen that it began on, at the button that was pressed.
    exchanging: () => {
      const others = [...buttons().keys()].filter((name) => name !== '' && name !== visit.pressed)
      expectBusy(visit.pressed, ...others)
      expect(alerts()).toEqual([])
      expect(screen.queryByText(/the Google window/)).not.toBeInTheDocument()
    },
    'signedIn.role.asking': async () => {
      await seeRole(visit, { isAdmin: false, isKnown: false })
    },
    'signedIn.role.unknown': async () => {
      const links = await seeRole(visit, { isAdmin: false, isKnown: true })
      expect(links.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'signedIn.role.patient': async () => {
      const links = await seeRole(visit, { isAdmin: false, isKnown: true })
      expect(links.queryByRole('button')).not.toBeInTheDocument()
    },
    'signedIn.role.admin': async () => {
      await seeRole(visit, { isAdmin: true, isKnown: true })
    },
    // The renewal is silent: the visitor goes on, and only the server notices.
    'signedIn.token.fresh': async () => {
      await seeDashboard(visit)
      expect(actors.waiting('renewToken')).toBe(0)
    },
    'signedIn.token.renewing': async () => {
      await seeDashboard(visit)
      expect(actors.waiting('renewToken')).toBe(1)
    },
    'signedIn.token.renewalFailed': async () => {
      await seeDashboard(visit)
      expect(actors.waiting('renewToken')).toBe(0)
    },
    signingOut: async () => {
      await status('Logging out')
      seeNobody()
    },
  }
}
