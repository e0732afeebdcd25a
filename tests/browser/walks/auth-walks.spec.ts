import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { AdminResponse, Role, User } from '#contract/identity/users.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { users } from '#drizzle/schema/index.ts'
import { codeOf } from '#machines/actors.ts'
import type { AuthContext, authMachine, SignInResult } from '#machines/auth/auth-machine.ts'
import { leavesOf } from '#machines/graph.ts'
import { type AuthServer, authDriver } from '#machines/testing/auth/auth-driver.ts'
import { type AuthFixture, authFixture, authWalks } from '#machines/testing/auth/auth-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Walk } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { call, earlierVisit, expiredToken, type Member, register, sessionOf } from '../member.ts'
import { newestMessage, providerAdmin } from '../provider.ts'
import { eventsOf, records } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { withOwnContext as test } from '../test.ts'
import { changeAddress, clickToClose } from '../visitor.ts'

/** A page of the dashboard that sends no request. */
const START = '/dashboard/history'
const WRONG_CODE = '000000'

/** Short walks, because the provider remembers earlier steps. */
const OPTIONS = { each: 'definition', longest: 8 } as const

const leavesIn = (walks: readonly Walk[]) =>
  new Set(walks.flatMap(({ steps }) => steps.flatMap(({ state }) => leavesOf(state.value))))

/**
 * The fewest generated walks that reach each state; web/family/auth runs all of them. The shortest paths
 * would include some that the provider does not allow.
 */
function walksIntoEachState(fixture: AuthFixture): Walk[] {
  const walks = authWalks(fixture, OPTIONS)
  const { size } = leavesIn(walks)
  return walks.reduce((kept, walk) => {
    const others = kept.filter((other) => other !== walk)
    return leavesIn(others).size === size ? others : kept
  }, walks)
}

const isDoctor = (answer: unknown) => (answer as AdminResponse).doctor === true

interface People {
  parent: Member
  other: Member
  phone: string
}

/** The clinic's server and the identity provider; the test prepares both before they answer. */
async function siteServer(page: Page, { parent, other, phone }: People) {
  const stop = await openNetwork(page)
  const provider = (name: string) => (path: string) => path.endsWith(`accounts${name}`)
  const config = stop('GET', '/config')
  const exchanges = stop('PUT', (path) => path.startsWith('/users/'))
  const googleLogins = stop('POST', provider(':signInWithIdp'))
  const renewals = stop('POST', (path) => path.endsWith('/v1/token'))
  const calls: Record<string, ReturnType<typeof stop>> = {
    restoreSession: config,
    signInWithPassword: stop('POST', provider(':signInWithPassword')),
    signUp: stop('POST', provider(':signUp')),
    sendPasswordReset: stop('POST', provider(':sendOobCode')),
    sendCode: stop('POST', provider('/mfaSignIn:start')),
    confirmCode: stop('POST', provider('/mfaSignIn:finalize')),
    exchangeToken: exchanges,
    askRole: stop('GET', (path) => path.startsWith('/admin/')),
    renewToken: renewals,
  }
  // Restoring and renewing a session send these requests, too; they are paused only when a walk waits for
  // them.
  exchanges.pass()
  renewals.pass()
  googleLogins.pass()
  let chooser: Page | null = null
  // The token that the next renewal replaces.
  let outdated: string | null = null
  let tab: Promise<Page> | undefined

  const auth = providerAdmin()
  const uidOf = async ({ email }: Member) => (await auth.getUserByEmail(email)).uid
  const keep = (storage: Record<string, string>, tab: Page = page) =>
    tab.evaluate((entries) => Object.assign(localStorage, entries), storage)
  const setRole = (email: string, role: Role) =>
    records().update(users).set({ role }).where(eq(users.email, email)).run()
  const visit = (path: string) => changeAddress(page, path)
  async function otherTab(): Promise<Page> {
    config.pass()
    tab ??= page.context().newPage()
    await (await tab).goto('/robots.txt')
    return tab
  }

  function beginExchange() {
    // An abandoned request may still be paused.
    renewals.pass()
    exchanges.hold()
  }

  /** Makes the provider ask the parent for a code, or not. */
  async function arrangeSignIn({ kind }: SignInResult) {
    const enrolledFactors =
      kind === 'signedIn' ? null : [{ uid: 'phone', factorId: 'phone', phoneNumber: phone }]
    await auth.updateUser(await uidOf(parent), { multiFactor: { enrolledFactors } })
    if (kind === 'signedIn') beginExchange()
  }

  /** Prepares what makes the request end as the walk requires. */
  const arrange: Record<string, (output: never, context: AuthContext) => unknown> = {
    restoreSession: () => config.pass(),
    signInWithPassword: arrangeSignIn,
    // Removes the account, so that the parent can sign up again.
    async signUp() {
      const uid = await uidOf(parent)
      await auth.deleteUser(uid)
      records().delete(users).where(eq(users.uid, uid)).run()
      beginExchange()
    },
    confirmCode: beginExchange,
    exchangeToken: () => exchanges.pass(),
    askRole: ({ admin, staff }: AdminResponse, { user }) =>
      setRole(user?.email ?? '', admin ? 'admin' : staff ? 'staff' : 'patient'),
    async renewToken(user: User | null) {
      renewals.pass()
      if (!user) await auth.updateUser(await uidOf(parent), { disabled: true })
    },
  }

  const server: AuthServer = {
    async succeed(id, output, { context }) {
      if (id === 'signInWithGoogle') {
        await arrangeSignIn(output as SignInResult)
        return chooseAccount()
      }
      // Signing out waits only on pages that have not loaded the provider's code yet.
      if (id === 'signOut') return config.pass()
      const stopped = await calls[id]?.take()
      const { user } = context as AuthContext
      // Answered by the test: another tab's storage events arrive one by one, so that the request may carry
      // the former token; and a doctor of the clinic belongs to one user, while walks run in parallel.
      if (id === 'askRole' && (user?.email === other.email || isDoctor(output))) {
        return stopped?.answer(200, output as object)
      }
      await arrange[id]?.(output as never, context as AuthContext)
      await stopped?.proceed()
      // The next steps need the new token: a page does not start a second renewal.
      if (id === 'renewToken' && output) {
        await expect.poll(() => accessToken(page)).not.toBe(outdated)
      }
    },
    async fail(id, error) {
      if (id === 'signInWithGoogle' && codeOf(error) === 'auth/user-cancelled') {
        return chooser ? clickToClose(chooser, 'Cancel') : undefined
      }
      if (id === 'signInWithGoogle') {
        googleLogins.hold()
        await chooseAccount()
        await (await googleLogins.take()).fail()
        return googleLogins.pass()
      }
      if (id === 'signOut') return config.pass()
      const stopped = await calls[id]?.take()
      if (id === 'restoreSession') return stopped?.answer(403, OFFLINE)
      if (id === 'exchangeToken') {
        exchanges.pass()
        return stopped?.answer(409, OFFLINE)
      }
      if (id === 'signInWithPassword') {
        await auth.updateUser(await uidOf(parent), { password: 'not-the-one' })
      }
      // The provider itself refuses an existing account and a wrong code.
      const isRefused = ['signInWithPassword', 'signUp', 'confirmCode'].includes(id)
      await (isRefused ? stopped?.proceed() : stopped?.fail())
    },
    async wait(delay) {
      outdated = await accessToken(page)
      // A token issued in the same second would be identical.
      await setTimeout(1_005 - (Date.now() % 1_000))
      renewals.hold()
      await page.clock.fastForward(delay === 'renewal' ? '50:01' : '00:31')
    },
    abandon: async (id) => (id === 'askRole' ? calls.askRole?.take() : undefined),
    visit,
    async visitRefusedPage({ user }) {
      setRole(user?.email ?? '', 'patient')
      await visit('/dashboard/users')
    },
    // The device wakes up with an expired token.
    async expireToken({ user }) {
      config.pass()
      renewals.hold()
      outdated = expiredToken(user?.email === other.email ? other : parent)
      await keep({ accessToken: outdated })
      await page.context().setOffline(true)
      await page.context().setOffline(false)
    },
    async logInElsewhere() {
      await keep(sessionOf(other), await otherTab())
    },
    logOutElsewhere: async () => (await otherTab()).evaluate(() => localStorage.clear()),
    async code({ next }) {
      const outcome = next('xstate.done.actor.confirmCode', 'xstate.error.actor.confirmCode')
      if (outcome?.type.includes('error')) return WRONG_CODE
      const message = await newestMessage(phone)
      return message.kind === 'phoneCode' ? message.code : ''
    },
    seeRenewal: async (isRenewing) => (isRenewing ? renewals.arrive() : undefined),
  }
  async function chooseAccount() {
    if (!chooser) throw new Error('Google’s window is not open')
    await chooser.getByLabel('Name').fill(parent.name)
    await chooser.getByLabel('Email').fill(parent.email)
    await clickToClose(chooser, 'Continue')
  }

  return {
    server,
    async chooseGoogle(choose: () => void | Promise<void>) {
      const popup = page.waitForEvent('popup')
      await choose()
      chooser = await popup
    },
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the auth machine', () => {
  for (const [index, { name, steps }] of walksIntoEachState(authFixture).entries()) {
    test(name, async ({ page }) => {
      if (steps.some(({ event }) => event.type.startsWith('xstate.after'))) await takeClock(page)
      const phone = `+1503555${1000 + index}`
      const people = {
        phone,
        parent: await register('Paula Parent'),
        other: await register('Oliver Other'),
      }
      const { parent, other } = people
      await providerAdmin().updateUser(parent.uid, { emailVerified: true })
      const fixture: AuthFixture = {
        parent: parent.session.user,
        password: parent.password,
        phoneHint: `+*******${phone.slice(-4)}`,
        other: other.session.user,
      }
      const walk = walksIntoEachState(fixture)[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const { server, chooseGoogle } = await siteServer(page, people)
      const restored = outputOf(walk, 'restoreSession')
      await openWith(page, await earlierVisit(parent, { isOver: restored === null }), START)
      const driver = authDriver(pageScreen(page), server, fixture, START)
      await takeInBrowser<typeof authMachine>(walk, {
        ...driver,
        do: {
          ...driver.do,
          'google.choose': (...step: Parameters<(typeof driver.do)['google.choose']>) =>
            chooseGoogle(() => driver.do['google.choose'](...step)),
        },
        see: {
          ...driver.see,
          'user.token.fresh': (context: AuthContext) => expectAcceptedToken(page, context),
        },
      })
      await expectRecords(page, walk, parent)
    })
  }
})

function outputOf({ steps }: Walk, id: string): unknown {
  return steps.find(({ event }) => event.type === `xstate.done.actor.${id}`)?.event.output
}

/** Lets the test advance the page's clock; timeouts of requests keep real time. */
async function takeClock(page: Page) {
  await page.addInitScript(() => {
    Object.assign(globalThis, { realTimeout: AbortSignal.timeout.bind(AbortSignal) })
  })
  await page.clock.install()
  await page.addInitScript(() => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'realTimeout')
    if (real) Object.defineProperty(AbortSignal, 'timeout', real)
  })
}

const accessToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

/** Expects the server to accept the token in local storage. */
async function expectAcceptedToken(page: Page, { user }: AuthContext) {
  const path = `/admin/${encodeURIComponent(user?.email ?? '')}`
  await expect(async () => {
    await call('GET', path, { bearer: (await accessToken(page)) ?? '' })
  }).toPass()
}

/** Expects the data that the walk leaves in the browser, at the clinic and at the provider. */
async function expectRecords(page: Page, walk: Walk, { email, name }: Member) {
  const took = (type: string) => walk.steps.some(({ event }) => event.type === type)
  const end = walk.steps.at(-1)?.state
  await expect.poll(async () => (await accessToken(page)) !== null).toBe(end?.matches('user'))
  if (took('xstate.done.actor.sendPasswordReset')) {
    expect(await newestMessage(email)).toMatchObject({ kind: 'passwordReset' })
  }
  if (!took('xstate.done.actor.signUp')) return
  const row = findUserByEmail(records(), email)
  expect(row).toMatchObject({ name, role: 'patient' })
  // An admin of another test may have viewed the user.
  const written = eventsOf(row?.uid ?? '').filter((kind) => kind !== 'user.viewed')
  expect(written).toEqual(['user.registered'])
}
