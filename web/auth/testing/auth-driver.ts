import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { AuthDriver } from '../../../machines/auth.paths.ts'
import type { Case } from '../../../machines/paths.ts'
import type { LoginForm, SignUpForm, User } from '../../../server/contract/users.ts'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { renewSession } from '../../api/session-renewal.ts'
import { clearSession } from '../session.ts'
import { type HeldActors, keepSession } from './held-actors.ts'
import { otherTab } from './other-tab.ts'
import type { renderSiteOn } from './site.tsx'

const MINUTE = 60_000
const ADMIN_LINKS = ['All users', 'Add a Doctor', 'Manage Doctors', 'Audit']

const button = (name: string) => screen.getByRole('button', { name })
const status = (text: string | RegExp) => screen.findByText(text)

/** The alert about a whole form or page; a field's own message stands inside the form's labels. */
const alerts = () => screen.queryAllByRole('alert')

/** A call of the page that is open is answered with 403. */
async function refuseCall() {
  const refusal = new ApiError({ status: 403, code: 'forbidden', message: 'Not yours' })
  await queryClient
    .query({ queryKey: ['refused'], queryFn: () => Promise.reject(refusal) })
    .catch(() => undefined)
}

/** Drives the real screens, and looks at them as a visitor would. */
export function driveScreens(
  user: UserEvent,
  actors: HeldActors,
  { clock, whereabouts }: ReturnType<typeof renderSiteOn>,
): AuthDriver {
  // What the last failure said, as the visitor should read it.
  let failure = ''

  const at = (path: string) => whereabouts.location.pathname === path

  async function press(control: HTMLElement) {
    expect(control).toBeEnabled()
    expect(control).not.toHaveAttribute('aria-disabled')
    await user.click(control)
  }

  async function type(label: string, text: string) {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }

  /** Goes to the form by the links that are there, from wherever the visitor is. */
  async function open(page: '/login' | '/signup') {
    if (!at('/login') && !at('/signup')) await press(screen.getByRole('link', { name: 'Login' }))
    if (at(page)) return
    const link = page === '/signup' ? 'Create an account' : 'Log in'
    await press(screen.getByRole('link', { name: link }))
  }

  function succeed(port: Parameters<HeldActors['succeed']>[0]) {
    return async (event: Case) => {
      const somebody = event.output as User | null | undefined
      if (['restoreSession', 'exchangeToken', 'renewToken'].includes(port)) {
        if (somebody) keepSession(somebody)
        else if (port === 'restoreSession') clearSession()
      }
      await actors.succeed(port)(event)
    }
  }

  function fail(port: Parameters<HeldActors['fail']>[0]) {
    return async (event: Case) => {
      failure = (event.error as { message: string }).message
      await actors.fail(port)(event)
    }
  }

  async function seeDashboard() {
    await screen.findByRole('complementary', { name: 'Your account' })
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    return within(screen.getByRole('navigation', { name: 'Dashboard' }))
  }

  async function seeRole(adminLinks: boolean) {
    const nav = await seeDashboard()
    for (const name of ['My Appointments', 'My History', 'My Review']) {
      expect(nav.getByRole('link', { name })).toBeVisible()
    }
    for (const name of ADMIN_LINKS) {
      const link = nav.queryByRole('link', { name })
      if (adminLinks) expect(link).toBeVisible()
      else expect(link).not.toBeInTheDocument()
    }
    return nav
  }

  function seeNobody() {
    expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Menu of/ })).not.toBeInTheDocument()
  }

  const busy = (name: string) => expect(button(name)).toHaveAttribute('aria-busy', 'true')

  return {
    do: {
      // Changing from one form to the other opens it.
      'form.open': () => open(at('/login') ? '/signup' : '/login'),
      'password.submit': async ({ form }) => {
        const { email, password } = form as LoginForm
        await open('/login')
        await type('Email', email)
        await type('Password', password)
        await press(button('Login'))
      },
      'google.choose': async () => {
        if (!at('/signup')) await open('/login')
        await press(button('Continue with Google'))
      },
      'signUp.submit': async ({ form }) => {
        const { name, email, password } = form as SignUpForm
        await open('/signup')
        await type('Name', name)
        await type('Email', email)
        await type('Password', password)
        await press(button('Sign Up'))
      },
      'reset.request': async ({ email }) => {
        await open('/login')
        await type('Email', String(email))
        await press(button('Forget Password?'))
      },
      'reset.acknowledge': () =>
        press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' })),
      'code.submit': async ({ code }) => {
        await type('Code', String(code))
        await press(button('Confirm'))
      },
      'code.resend': () => press(button('Send a new code')),
      'code.cancel': () => press(button('Cancel')),
      retry: () => press(button('Try again')),
      logout: async () => {
        await press(screen.getByRole('button', { name: /^Menu of/ }))
        await press(screen.getByRole('menuitem', { name: 'Logout' }))
      },
      'page.refuse': async () => {
        await act(async () => whereabouts.go('/dashboard/users'))
        // An admin is let in; then the server refuses what they ask for there.
        if (screen.queryByRole('heading', { name: 'All users' })) await act(refuseCall)
      },
      // A call to the server met a 401.
      'session.expired': () => act(async () => void renewSession()),
      'session.startedElsewhere': (event) => otherTab.signsIn(event.user as User),
      'session.endedElsewhere': () => otherTab.signsOut(),
      'xstate.done.actor.restoreSession': succeed('restoreSession'),
      'xstate.error.actor.restoreSession': fail('restoreSession'),
      'xstate.done.actor.signInWithPassword': succeed('signInWithPassword'),
      'xstate.error.actor.signInWithPassword': fail('signInWithPassword'),
      'xstate.done.actor.signInWithGoogle': succeed('signInWithGoogle'),
      'xstate.error.actor.signInWithGoogle': fail('signInWithGoogle'),
      'xstate.done.actor.signUp': succeed('signUp'),
      'xstate.error.actor.signUp': fail('signUp'),
      'xstate.done.actor.sendPasswordReset': succeed('sendPasswordReset'),
      'xstate.error.actor.sendPasswordReset': fail('sendPasswordReset'),
      'xstate.done.actor.sendCode': succeed('sendCode'),
      'xstate.error.actor.sendCode': fail('sendCode'),
      'xstate.done.actor.confirmCode': succeed('confirmCode'),
      'xstate.error.actor.confirmCode': fail('confirmCode'),
      'xstate.done.actor.exchangeToken': succeed('exchangeToken'),
      'xstate.error.actor.exchangeToken': fail('exchangeToken'),
      'xstate.done.actor.askRole': succeed('askRole'),
      'xstate.error.actor.askRole': fail('askRole'),
      'xstate.done.actor.renewToken': succeed('renewToken'),
      'xstate.error.actor.renewToken': fail('renewToken'),
      'xstate.done.actor.signOut': succeed('signOut'),
      'xstate.error.actor.signOut': fail('signOut'),
      'xstate.after.renewal.auth.signedIn.token.fresh': () =>
        act(async () => clock.increment(50 * MINUTE)),
      'xstate.after.renewalRetry.auth.signedIn.token.renewalFailed': () =>
        act(async () => clock.increment(MINUTE / 2)),
    },
    see: {
      restoring: async () => {
        await status('Checking who is signed in')
        expect(at('/dashboard')).toBe(true)
      },
      restoreFailed: async () => {
        expect(await screen.findByRole('alert')).toHaveTextContent(failure)
        expect(button('Try again')).toBeEnabled()
        expect(button('Log out instead')).toBeEnabled()
      },
      'signedOut.form.untouched': async () => {
        await waitFor(seeNobody)
        expect(alerts()).toEqual([])
        if (at('/')) expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
        else expect(button(at('/login') ? 'Login' : 'Sign Up')).toBeEnabled()
      },
      'signedOut.form.refused': async () => {
        expect(await screen.findByRole('alert')).toHaveTextContent(failure)
        seeNobody()
        expect(button(at('/login') ? 'Login' : 'Sign Up')).toBeEnabled()
      },
      'signedOut.signingIn': () => {
        busy('Login')
        expect(button('Forget Password?')).toBeDisabled()
        expect(button('Continue with Google')).toBeDisabled()
      },
      'signedOut.signingInWithGoogle': async () => {
        await status(/Go on in Google’s window/)
        expect(button(at('/login') ? 'Login' : 'Sign Up')).toBeDisabled()
      },
      'signedOut.signingUp': () => {
        busy('Sign Up')
        expect(button('Continue with Google')).toBeDisabled()
      },
      'signedOut.sendingReset': async () => {
        await status('Asking for a reset link…')
        expect(button('Login')).toBeDisabled()
      },
      'signedOut.resetSent': async () => {
        expect(await screen.findByRole('alertdialog', { name: 'Check your email' })).toBeVisible()
      },
      'secondFactor.sendingCode': async () => {
        await status('Sending a code to +*******0100…')
        expect(button('Confirm')).toBeDisabled()
      },
      'secondFactor.codeNotSent': async () => {
        expect(await screen.findByRole('alert')).toHaveTextContent(failure)
        expect(button('Confirm')).toBeDisabled()
        expect(button('Send a new code')).toBeEnabled()
      },
      'secondFactor.awaitingCode.untouched': async () => {
        await status('We sent a code to +*******0100.')
        expect(alerts()).toEqual([])
        expect(screen.getByLabelText('Code')).toHaveFocus()
      },
      'secondFactor.awaitingCode.refused': async () => {
        expect(await screen.findByRole('alert')).toHaveTextContent(failure)
        expect(screen.getByLabelText('Code')).toHaveFocus()
        expect(button('Confirm')).toBeEnabled()
      },
      'secondFactor.confirmingCode': () => {
        busy('Confirm')
        expect(button('Send a new code')).toBeDisabled()
      },
      exchanging: () => {
        expect(screen.getAllByRole('button', { busy: true })).toHaveLength(1)
        expect(alerts()).toEqual([])
      },
      'signedIn.role.asking': async () => {
        await seeRole(false)
        expect(screen.getByRole('navigation', { name: 'Dashboard' })).toHaveAttribute(
          'aria-busy',
          'true',
        )
      },
      'signedIn.role.unknown': async () => {
        const nav = await seeRole(false)
        expect(nav.getByRole('button', { name: 'Try again' })).toBeEnabled()
      },
      'signedIn.role.patient': async () => {
        const nav = await seeRole(false)
        expect(nav.queryByRole('button')).not.toBeInTheDocument()
        expect(screen.getByRole('navigation', { name: 'Dashboard' })).toHaveAttribute(
          'aria-busy',
          'false',
        )
      },
      'signedIn.role.admin': async () => {
        await seeRole(true)
      },
      // The renewal is silent: the visitor goes on, and only the server notices.
      'signedIn.token.fresh': async () => {
        await seeDashboard()
        expect(actors.waiting('renewToken')).toBe(0)
      },
      'signedIn.token.renewing': async () => {
        await seeDashboard()
        expect(actors.waiting('renewToken')).toBe(1)
      },
      'signedIn.token.renewalFailed': async () => {
        await seeDashboard()
        expect(actors.waiting('renewToken')).toBe(0)
      },
      signingOut: async () => {
        await status('Signing out')
        seeNobody()
      },
    },
  }
}
