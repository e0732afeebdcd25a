import { expect, type Page } from '@playwright/test'
import { findUserByEmail } from '../../drizzle/queries/users.ts'
import type { AuthDriver } from '../../machines/auth.paths.ts'
import type { SignInResult } from '../../machines/auth-setup.ts'
import type { Case, Path } from '../../machines/paths.ts'
import type { User } from '../../server/contract/users.ts'
import {
  type Cast,
  earlierVisit,
  makeNewcomer,
  makeStranger,
  setAdmin,
  setDisabled,
} from './auth-cast.ts'
import type { Held } from './hold.ts'
import { call, expiredToken, sessionOf } from './member.ts'
import { newestMessage, providerAdmin } from './provider.ts'
import { eventsOf, records } from './records.ts'
import { type Account, logIn, logOut, signUp } from './visitor.ts'
import type { Walker } from './walking.ts'

const ADMIN_LINKS = ['All users', 'Add a Doctor', 'Manage Doctors', 'Audit']
const NO_NETWORK = 'Firebase: Error (auth/network-request-failed).'
const NO_SERVER = 'The clinic’s server cannot be reached.'
const WRONG_CODE = '000000'

/** A page of the dashboard that asks the server for nothing. */
const START = '/dashboard/history'

interface Walk {
  walker: Walker
  cast: Cast
  path: Path
}

/**
 * Walks a path of the auth machine in the whole app, from an earlier visit whose token has run
 * out. Calls are parked until the path says what becomes of them; then they reach the real server
 * and the real provider, or fail at the network.
 */
export async function walkAuth({ walker, cast, path }: Walk): Promise<{
  driver: AuthDriver
  expectRecords: () => Promise<void>
}> {
  const { page, network } = walker
  const { parent, other, guarded } = cast
  const main = page.getByRole('main')
  let steps = 0

  /** The next of these events that is still to come on the path. */
  const next = (type: string): Case | undefined =>
    path.steps.slice(steps + 1).find(({ event }) => event.type === type)?.event

  const isOver = next('xstate.done.actor.restoreSession')?.output === null
  await setAdmin(parent, false)
  await walker.startOver(await earlierVisit(parent, { isOver }))
  const provider = (name: string) => (pathname: string) => pathname.endsWith(`accounts${name}`)
  const config = network.hold('GET', (name) => name === '/config')
  const passwords = network.hold('POST', provider(':signInWithPassword'))
  const signUps = network.hold('POST', provider(':signUp'))
  const resets = network.hold('POST', provider(':sendOobCode'))
  const codes = network.hold('POST', provider('/mfaSignIn:start'))
  const confirmations = network.hold('POST', provider('/mfaSignIn:finalize'))
  const roles = network.hold('GET', (name) => name.startsWith('/admin/'))
  // Restoring and renewing exchange tokens too, and are not held up there.
  const exchanges = path.steps.some(({ state }) => state.matches('exchanging'))
    ? network.hold('PUT', (name) => name.startsWith('/users/'))
    : null
  let renewals: Held | null = null
  await page.goto(START)

  /** Who is signed in, or signs in. */
  let who: Pick<Account, 'name' | 'email'> = parent
  /** What the last failure said. */
  let failure = ''
  let isDisabled = false
  let chooser: Page | null = null
  let newcomer: Account | null = null

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const at = (pathname: string) => new URL(page.url()).pathname === pathname
  const loginLink = page.getByRole('banner').getByRole('link', { name: 'Login' })
  const menu = page.getByRole('button', { name: /^Menu of/ })
  const alerts = main.getByRole('alert')

  function failWith(message: string, calls: Held) {
    failure = message
    return calls.take().then((held) => held.fail())
  }

  /** Goes to the form by the links that are there. */
  async function open(form: '/login' | '/signup') {
    if (!at('/login') && !at('/signup')) await loginLink.click()
    if (at(form)) return
    const link = form === '/signup' ? 'Create an account' : 'Log in'
    await main.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(form)
  }

  /** Asks for a page of the site without loading it anew, as the back button does. */
  const goTo = (pathname: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, pathname)

  const keep = (storage: Record<string, string>, tab: Page = page) =>
    tab.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, Object.entries(storage))

  const accessToken = () => page.evaluate(() => localStorage.getItem('accessToken'))

  /** The device wakes, with a token that has run out meanwhile. */
  async function wake() {
    renewals ??= network.hold('POST', (name) => name.endsWith('/v1/token'))
    await keep({ accessToken: expiredToken(parent) })
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }

  function pass(time: string) {
    renewals ??= network.hold('POST', (name) => name.endsWith('/v1/token'))
    return page.clock.fastForward(time)
  }

  async function renewal() {
    if (!renewals) throw new Error('Nobody has asked for a new token')
    return (await renewals.take()).goOn()
  }

  async function openChooser(): Promise<Page> {
    if (!chooser) throw new Error('Google has not been chosen')
    return chooser
  }

  async function seeDashboard() {
    const aside = page.getByRole('complementary', { name: 'Your account' })
    await expect(aside.getByText(who.email)).toBeVisible()
    await expect(aside.getByText(who.name, { exact: true })).toBeVisible()
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
    await expect(page.getByText(who.email)).toHaveCount(0)
  }

  const busy = (name: string) => expect(button(name)).toHaveAttribute('aria-busy', 'true')

  const driver: AuthDriver = {
    do: {
      'form.open': () => open(at('/login') ? '/signup' : '/login'),
      'password.submit': async () => {
        await open('/login')
        const answer = next('xstate.done.actor.signInWithPassword')?.output
        if (isGuarded(answer)) return logIn(page, guarded)
        if (next('xstate.error.actor.signInWithPassword')) {
          return logIn(page, { ...parent, password: 'not-the-one' })
        }
        newcomer = await makeNewcomer()
        return logIn(page, newcomer)
      },
      'google.choose': async () => {
        if (!at('/signup')) await open('/login')
        const popup = page.waitForEvent('popup')
        await button('Continue with Google').click()
        chooser = await popup
      },
      'signUp.submit': async () => {
        await open('/signup')
        newcomer = makeStranger()
        const isKnown = next('xstate.error.actor.signUp') !== undefined
        await signUp(page, isKnown ? { ...newcomer, email: parent.email } : newcomer)
      },
      'reset.request': async () => {
        await open('/login')
        await main.getByLabel('Email').fill(parent.email)
        await button('Forget Password?').click()
      },
      'reset.acknowledge': () => button('OK').click(),
      'code.submit': async () => {
        const isRight = next('xstate.done.actor.confirmCode') !== undefined
        await main.getByLabel('Code').fill(isRight ? await sentCode() : WRONG_CODE)
        await button('Confirm').click()
      },
      'code.resend': () => button('Send a new code').click(),
      'code.cancel': () => button('Cancel').click(),
      retry: () => button('Try again').click(),
      logout: () => logOut(page),
      'page.refuse': async () => {
        // The server refuses an admin who is one no longer whatever they ask for there.
        await setAdmin(parent, false)
        await keep(sessionOf(parent))
        await goTo('/dashboard/users')
      },
      'session.expired': wake,
      'session.startedElsewhere': async () => {
        who = other
        await keep(sessionOf(other), await walker.otherTab())
      },
      'session.endedElsewhere': async () => {
        const tab = await walker.otherTab()
        await tab.evaluate(() => localStorage.clear())
      },
      'xstate.done.actor.restoreSession': async () => (await config.take()).goOn(),
      'xstate.error.actor.restoreSession': () => failWith(NO_SERVER, config),
      'xstate.done.actor.signInWithPassword': async () => (await passwords.take()).goOn(),
      'xstate.error.actor.signInWithPassword': async () => {
        failure = 'Firebase: Error (auth/invalid-credential).'
        await (await passwords.take()).goOn()
      },
      'xstate.done.actor.signInWithGoogle': async ({ output }) => {
        newcomer = isGuarded(output) ? null : makeStranger()
        const { name, email } = newcomer ?? guarded
        const window = await openChooser()
        await window.getByLabel('Name').fill(name)
        await window.getByLabel('Email').fill(email)
        await window.getByRole('button', { name: 'Continue' }).click()
      },
      'xstate.error.actor.signInWithGoogle': async () => {
        failure = 'Firebase: Error (auth/user-cancelled).'
        const window = await openChooser()
        await window.getByRole('button', { name: 'Cancel' }).click()
      },
      'xstate.done.actor.signUp': async () => (await signUps.take()).goOn(),
      'xstate.error.actor.signUp': async () => {
        failure = 'Firebase: Error (auth/email-already-in-use).'
        await (await signUps.take()).goOn()
      },
      'xstate.done.actor.sendPasswordReset': async () => (await resets.take()).goOn(),
      'xstate.error.actor.sendPasswordReset': () => failWith(NO_NETWORK, resets),
      'xstate.done.actor.sendCode': async () => (await codes.take()).goOn(),
      'xstate.error.actor.sendCode': () => failWith(NO_NETWORK, codes),
      'xstate.done.actor.confirmCode': async () => (await confirmations.take()).goOn(),
      'xstate.error.actor.confirmCode': async () => {
        failure = 'Firebase: Error (auth/invalid-verification-code).'
        await (await confirmations.take()).goOn()
      },
      'xstate.done.actor.exchangeToken': async () => {
        who = newcomer ?? who
        await (await exchanges?.take())?.goOn()
      },
      'xstate.error.actor.exchangeToken': async () => {
        failure = NO_SERVER
        await (await exchanges?.take())?.fail()
      },
      'xstate.done.actor.askRole': async ({ output }) => {
        const held = await roles.take()
        if ((output as { admin: boolean }).admin) await setAdmin(parent, true)
        await held.goOn()
      },
      'xstate.error.actor.askRole': async () => (await roles.take()).fail(),
      'xstate.done.actor.renewToken': async ({ output }) => {
        isDisabled = (output as User | null) === null
        if (isDisabled) await setDisabled(parent, true)
        await renewal()
      },
      'xstate.error.actor.renewToken': async () => (await renewals?.take())?.fail(),
      'xstate.done.actor.signOut': async () => (await config.take()).goOn(),
      // The provider's code does not arrive: the session is over all the same.
      'xstate.error.actor.signOut': async () => (await config.take()).fail(),
      'xstate.after.renewal.auth.signedIn.token.fresh': () => pass('50:01'),
      'xstate.after.renewalRetry.auth.signedIn.token.renewalFailed': () => pass('00:31'),
    },
    see: {
      restoring: async () => {
        await config.arrive()
        await expect(page.getByText('Checking who is signed in')).toBeAttached()
        expect(at(START)).toBe(true)
      },
      restoreFailed: async () => {
        await expect(alerts).toContainText(failure)
        await expect(button('Try again')).toBeEnabled()
        await expect(button('Log out instead')).toBeEnabled()
      },
      'signedOut.form.untouched': async () => {
        await seeNobody()
        await expect(alerts).toHaveCount(0)
        if (at('/'))
          await expect(page.getByRole('link', { name: 'Make Appointment' })).not.toHaveCount(0)
        else
          await expect(
            main.getByRole('button', { name: at('/login') ? 'Login' : 'Sign Up' }),
          ).toBeEnabled()
      },
      'signedOut.form.refused': async () => {
        await expect(alerts).toContainText(failure)
        await seeNobody()
        await expect(
          main.getByRole('button', { name: at('/login') ? 'Login' : 'Sign Up' }),
        ).toBeEnabled()
      },
      'signedOut.signingIn': async () => {
        await passwords.arrive()
        await busy('Login')
        await expect(button('Forget Password?')).toBeDisabled()
        await expect(button('Continue with Google')).toBeDisabled()
      },
      'signedOut.signingInWithGoogle': async () => {
        await expect(page.getByText('Go on in Google’s window')).toBeVisible()
        await expect((await openChooser()).getByLabel('Email')).toBeVisible()
      },
      'signedOut.signingUp': async () => {
        await signUps.arrive()
        await busy('Sign Up')
        await expect(button('Continue with Google')).toBeDisabled()
      },
      'signedOut.sendingReset': async () => {
        await resets.arrive()
        await expect(page.getByText('Asking for a reset link…')).toBeVisible()
        await expect(button('Login')).toBeDisabled()
      },
      'signedOut.resetSent': () =>
        expect(page.getByRole('alertdialog', { name: 'Check your email' })).toBeVisible(),
      'secondFactor.sendingCode': async () => {
        await codes.arrive()
        await expect(page.getByText(/^Sending a code to \+\*+\d{4}…$/)).toBeVisible()
        await expect(button('Confirm')).toBeDisabled()
      },
      'secondFactor.codeNotSent': async () => {
        await expect(alerts).toContainText(failure)
        await expect(button('Confirm')).toBeDisabled()
        await expect(button('Send a new code')).toBeEnabled()
      },
      'secondFactor.awaitingCode.untouched': async () => {
        await expect(page.getByText(/^We sent a code to \+\*+\d{4}\.$/)).toBeVisible()
        await expect(alerts).toHaveCount(0)
        await expect(main.getByLabel('Code')).toBeFocused()
      },
      'secondFactor.awaitingCode.refused': async () => {
        await expect(alerts).toContainText(failure)
        await expect(main.getByLabel('Code')).toBeFocused()
        await expect(button('Confirm')).toBeEnabled()
      },
      'secondFactor.confirmingCode': async () => {
        await confirmations.arrive()
        await busy('Confirm')
        await expect(button('Send a new code')).toBeDisabled()
      },
      exchanging: async () => {
        await exchanges?.arrive()
        await expect(main.locator('button[aria-busy=true]')).toHaveCount(1)
        await expect(alerts).toHaveCount(0)
      },
      'signedIn.role.asking': async () => {
        await roles.arrive()
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
        await renewals?.arrive()
        await seeDashboard()
      },
      'signedIn.token.renewalFailed': async () => {
        await seeDashboard()
      },
      // Without the network nothing holds the provider up; the page is on its way to the next.
      signingOut: seeNobody,
    },
  }

  /** Whether the server accepts the token that the browser keeps, for whom the screen shows. */
  async function accepted(): Promise<boolean> {
    const answer = call<{ admin: boolean }>({
      method: 'GET',
      path: `/admin/${encodeURIComponent(who.email)}`,
      bearer: (await accessToken()) ?? '',
    })
    return answer.then(
      () => true,
      () => false,
    )
  }

  async function sentCode(): Promise<string> {
    const message = await newestMessage(guarded.phone)
    return message.kind === 'phoneCode' ? message.code : ''
  }

  const took = (type: string) => path.steps.some(({ event }) => event.type === type)

  /** What the path leaves at the clinic, at the provider, and in the browser. */
  async function expectRecords() {
    if (isDisabled) await setDisabled(parent, false)
    await chooser?.close()

    const isKept = path.state.matches('signedIn') || path.state.matches('restoring')
    expect((await accessToken()) !== null).toBe(isKept)
    if (took('xstate.done.actor.sendPasswordReset')) {
      expect(await newestMessage(parent.email)).toMatchObject({ kind: 'passwordReset' })
    }
    if (!newcomer) return
    const hasAccount = await providerAdmin()
      .getUserByEmail(newcomer.email)
      .then(
        () => true,
        () => false,
      )
    const row = findUserByEmail(records(), newcomer.email)
    const isAdmitted = took('xstate.done.actor.exchangeToken')
    const signUpSucceeded = path.steps.some(({ state }) => state.matches('exchanging'))
    expect(row === undefined).toBe(!isAdmitted)
    if (signUpSucceeded) expect(hasAccount).toBe(true)
    if (row) {
      expect(row).toMatchObject({ name: newcomer.name, role: 'patient' })
      expect(eventsOf(row.uid)).toEqual(['user.registered'])
    }
  }

  const counted = Object.entries(driver.do).map(([type, step]) => [
    type,
    async (event: Case) => {
      steps += 1
      await step(event)
    },
  ])
  return {
    driver: { ...driver, do: Object.fromEntries(counted) as AuthDriver['do'] },
    expectRecords,
  }
}

function isGuarded(answer: unknown): boolean {
  return (answer as SignInResult | undefined)?.kind === 'secondFactorRequired'
}
