import { expect, type Page } from '@playwright/test'
import type { SignInResult } from '../../machines/auth/auth-machine.ts'
import type { AuthDriver } from '../../machines/auth/auth-paths.ts'
import { makeNewcomer, makeStranger, setAdmin, setDisabled } from './auth-cast.ts'
import type { AuthStage } from './auth-stage.ts'
import type { Held } from './hold.ts'
import { expiredToken, sessionOf } from './member.ts'
import { newestMessage } from './provider.ts'
import { clickToClose, logIn, logOut, signUp } from './visitor.ts'

const NO_NETWORK = 'Firebase: Error (auth/network-request-failed).'
const NO_SERVER = 'The clinic’s server cannot be reached.'
const WRONG_CODE = '000000'

/**
 * What becomes of the visitor's clicks and of the page's calls: these reach the real server and
 * the real provider, or fail at the network.
 */
export function authSteps(stage: AuthStage): AuthDriver['do'] {
  const { walker, cast, page, main, loginLink, ahead, calls, story, button, at } = stage
  const { parent, other, guarded } = cast

  function failWith(message: string, call: Held) {
    story.failure = message
    return call.take().then((held) => held.fail())
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

  /** The device wakes, with a token that has run out meanwhile. */
  async function wake() {
    stage.holdRenewals()
    await keep({ accessToken: expiredToken(parent) })
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }

  function pass(time: string) {
    stage.holdRenewals()
    return page.clock.fastForward(time)
  }

  function chooser(): Page {
    if (!story.chooser) throw new Error('Google has not been chosen')
    return story.chooser
  }

  async function sentCode(): Promise<string> {
    const message = await newestMessage(guarded.phone)
    return message.kind === 'phoneCode' ? message.code : ''
  }

  return {
    'form.open': () => open(at('/login') ? '/signup' : '/login'),
    'password.submit': async () => {
      await open('/login')
      const answer = ahead.next('xstate.done.actor.signInWithPassword')?.output
      if (isGuarded(answer)) return logIn(page, guarded)
      if (ahead.next('xstate.error.actor.signInWithPassword')) {
        return logIn(page, { ...parent, password: 'not-the-one' })
      }
      story.newcomer = await makeNewcomer()
      return logIn(page, story.newcomer)
    },
    'google.choose': async () => {
      if (!at('/signup')) await open('/login')
      const popup = page.waitForEvent('popup')
      await button('Continue with Google').click()
      story.chooser = await popup
    },
    'signUp.submit': async () => {
      await open('/signup')
      story.newcomer = makeStranger()
      const isKnown = ahead.next('xstate.error.actor.signUp') !== undefined
      await signUp(page, isKnown ? { ...story.newcomer, email: parent.email } : story.newcomer)
    },
    'reset.request': async () => {
      await open('/login')
      await main.getByLabel('Email').fill(parent.email)
      await button('Forget Password?').click()
    },
    'reset.acknowledge': () => button('OK').click(),
    'code.submit': async () => {
      const isRight = ahead.next('xstate.done.actor.confirmCode') !== undefined
      await main.getByLabel('Verification code').fill(isRight ? await sentCode() : WRONG_CODE)
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
      story.who = other
      await keep(sessionOf(other), await walker.otherTab())
    },
    'session.endedElsewhere': async () => {
      const tab = await walker.otherTab()
      await tab.evaluate(() => localStorage.clear())
    },
    'xstate.done.actor.restoreSession': async () => (await calls.config.take()).goOn(),
    'xstate.error.actor.restoreSession': () => failWith(NO_SERVER, calls.config),
    'xstate.done.actor.signInWithPassword': async () => (await calls.passwords.take()).goOn(),
    'xstate.error.actor.signInWithPassword': async () => {
      story.failure = 'Firebase: Error (auth/invalid-credential).'
      await (await calls.passwords.take()).goOn()
    },
    'xstate.done.actor.signInWithGoogle': async ({ output }) => {
      story.newcomer = isGuarded(output) ? null : makeStranger()
      const { name, email } = story.newcomer ?? guarded
      const window = chooser()
      await window.getByLabel('Name').fill(name)
      await window.getByLabel('Email').fill(email)
      await clickToClose(window, 'Continue')
    },
    'xstate.error.actor.signInWithGoogle': async () => {
      story.failure = 'Firebase: Error (auth/user-cancelled).'
      const window = chooser()
      await clickToClose(window, 'Cancel')
    },
    'xstate.done.actor.signUp': async () => (await calls.signUps.take()).goOn(),
    'xstate.error.actor.signUp': async () => {
      story.failure = 'Firebase: Error (auth/email-already-in-use).'
      await (await calls.signUps.take()).goOn()
    },
    'xstate.done.actor.sendPasswordReset': async () => (await calls.resets.take()).goOn(),
    'xstate.error.actor.sendPasswordReset': () => failWith(NO_NETWORK, calls.resets),
    'xstate.done.actor.sendCode': async () => (await calls.codes.take()).goOn(),
    'xstate.error.actor.sendCode': () => failWith(NO_NETWORK, calls.codes),
    'xstate.done.actor.confirmCode': async () => (await calls.confirmations.take()).goOn(),
    'xstate.error.actor.confirmCode': async () => {
      story.failure = 'Firebase: Error (auth/invalid-verification-code).'
      await (await calls.confirmations.take()).goOn()
    },
    'xstate.done.actor.exchangeToken': async () => {
      story.who = story.newcomer ?? story.who
      await (await calls.exchanges.take()).goOn()
    },
    'xstate.error.actor.exchangeToken': async () => {
      story.failure = NO_SERVER
      await (await calls.exchanges.take()).fail()
    },
    'xstate.done.actor.askRole': async ({ output }) => {
      const held = await calls.roles.take()
      if ((output as { admin: boolean }).admin) await setAdmin(parent, true)
      await held.goOn()
    },
    'xstate.error.actor.askRole': async () => (await calls.roles.take()).fail(),
    'xstate.done.actor.renewToken': async ({ output }) => {
      story.isShut = output === null
      if (story.isShut) await setDisabled(parent, true)
      await (await calls.renewals.take()).goOn()
    },
    'xstate.error.actor.renewToken': async () => (await calls.renewals.take()).fail(),
    'xstate.done.actor.signOut': async () => (await calls.config.take()).goOn(),
    // The provider's code does not arrive: the session is over all the same.
    'xstate.error.actor.signOut': async () => (await calls.config.take()).fail(),
    'xstate.after.renewal.auth.signedIn.token.fresh': () => pass('50:01'),
    'xstate.after.renewalRetry.auth.signedIn.token.renewalFailed': () => pass('00:31'),
  }
}

function isGuarded(answer: unknown): boolean {
  return (answer as SignInResult | undefined)?.kind === 'secondFactorRequired'
}
