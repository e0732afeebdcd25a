import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { LoginForm, SignUpForm, User } from '../../../../contract/users.ts'
import type { AuthDriver } from '../../../../machines/auth/auth-paths.ts'
import type { Case } from '../../../../machines/testing/paths.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { renewSession } from '../../../lib/api/session-renewal.ts'
import { clearSession } from '../../../lib/session.ts'
import { authLooks, seeUncheckedPage, type Visit } from './auth-looks.ts'
import { type HeldActors, keepSession } from './held-actors.ts'
import { otherTab } from './other-tab.ts'
import { expectDescription } from './reading.ts'
import type { renderSiteOn } from './site.tsx'

const MINUTE = 60_000

const button = (name: string) => screen.getByRole('button', { name })

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
  const visit: Visit = { failure: '', place: '/login', pressed: '', email: '', user: null }
  const at = (path: string) => whereabouts.location.pathname === path
  const go = (path: string) => act(async () => whereabouts.go(path))

  async function press(control: HTMLElement) {
    expect(control).toBeEnabled()
    expect(control).not.toHaveAttribute('aria-disabled')
    visit.pressed = control.textContent
    await user.click(control)
  }

  async function type(label: string, text: string) {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }

  /** Fills in the form and sends it; not before each field has said that it must not be empty. */
  async function submit(fields: Record<string, string>, name: string) {
    const isNew = screen.getByLabelText<HTMLInputElement>(Object.keys(fields)[0] ?? '').value === ''
    if (isNew) await press(button(name))
    for (const [label, text] of Object.entries(fields)) {
      const message = new RegExp(`${label.split(' ').at(-1)}( is)? required`, 'i')
      if (isNew) await expectDescription(label, message)
      await type(label, text)
    }
    await press(button(name))
  }

  /** Goes to the form by the links that are there, from wherever the visitor is. */
  async function open(page: '/login' | '/signup') {
    if (!at('/login') && !at('/signup')) await press(screen.getByRole('link', { name: 'Login' }))
    const link = page === '/signup' ? 'Create an account' : 'Log in'
    if (!at(page)) await press(screen.getByRole('link', { name: link }))
    visit.place = page
    expect(at(page)).toBe(true)
  }

  function succeed(port: Parameters<HeldActors['succeed']>[0]) {
    return async (event: Case) => {
      const somebody = event.output as User | null | undefined
      if (['restoreSession', 'exchangeToken', 'renewToken'].includes(port)) {
        if (somebody) visit.user = somebody
        if (somebody) keepSession(somebody)
        else if (port === 'restoreSession') clearSession()
        // A session that ran out leads home from My Appointments.
        else visit.place = '/'
      }
      await actors.succeed(port)(event)
    }
  }

  function fail(port: Parameters<HeldActors['fail']>[0]) {
    return async (event: Case) => {
      visit.failure = (event.error as { message: string }).message
      await actors.fail(port)(event)
    }
  }

  return {
    do: {
      // Changing from one form to the other opens it.
      'form.open': () => open(at('/login') ? '/signup' : '/login'),
      'password.submit': async ({ form }) => {
        const { email, password } = form as LoginForm
        await open('/login')
        await submit({ Email: email, Password: password }, 'Login')
      },
      'google.choose': async () => {
        await open('/signup')
        await press(button('Continue with Google'))
      },
      'signUp.submit': async ({ form }) => {
        const { name, email, password } = form as SignUpForm
        await open('/signup')
        await submit({ Name: name, Email: email, Password: password }, 'Sign Up')
      },
      'reset.request': async ({ email }) => {
        visit.email = String(email)
        await open('/login')
        await submit({ Email: visit.email }, 'Forget Password?')
      },
      // As OK does.
      'reset.acknowledge': () => user.keyboard('{Escape}'),
      'code.submit': async ({ code }) => {
        await submit({ 'Verification code': String(code) }, 'Confirm')
      },
      'code.resend': () => press(button('Send a new code')),
      'code.cancel': () => press(button('Cancel')),
      retry: async () => {
        const isDashboard = screen.queryByRole('navigation', { name: 'Dashboard' }) !== null
        // A page for admins offers it, too, and is read before.
        if (isDashboard) await go('/dashboard/users')
        if (isDashboard) await seeUncheckedPage()
        await press(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
        if (isDashboard) await screen.findByText('Checking your access')
        if (isDashboard) await go('/dashboard')
      },
      logout: async () => {
        visit.place = '/'
        const instead = screen.queryByRole('button', { name: 'Log out instead' })
        if (instead) return press(instead)
        await press(screen.getByRole('button', { name: /^Account menu for/ }))
        await press(screen.getByRole('menuitem', { name: 'Logout' }))
      },
      'page.refuse': async () => {
        visit.place = '/login'
        await go('/dashboard/users')
        // An admin is let in; then the server refuses what they ask for there.
        if (screen.queryByRole('heading', { name: 'All Users' })) await act(refuseCall)
      },
      // A call to the server met a 401.
      'session.expired': () => act(async () => void renewSession()),
      'session.startedElsewhere': (event) => {
        visit.user = event.user as User
        return otherTab.signsIn(visit.user)
      },
      'session.endedElsewhere': () => {
        visit.place = '/login'
        return otherTab.signsOut()
      },
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
    see: authLooks(visit, actors, whereabouts),
  }
}
