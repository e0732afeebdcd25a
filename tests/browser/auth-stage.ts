import type { Locator, Page } from '@playwright/test'
import type { Path } from '../../machines/testing/paths.ts'
import { type LookAhead, lookAhead } from './ahead.ts'
import { type Cast, earlierVisit, setAdmin } from './auth-cast.ts'
import type { Held } from './hold.ts'
import type { Account } from './visitor.ts'
import type { Walker } from './walking.ts'

/** A page of the dashboard that asks the server for nothing. */
export const START = '/dashboard/history'

export interface AuthWalk {
  walker: Walker
  cast: Cast
  path: Path
}

/** What a walk through signing in plays on: the page, its calls, and what has happened so far. */
export interface AuthStage extends AuthWalk {
  page: Page
  main: Locator
  /** The page's alerts and messages. */
  alerts: Locator
  loginLink: Locator
  ahead: LookAhead
  calls: Record<Call, Held>
  story: Story
  button(name: string): Locator
  /** Whether the page is there. */
  at(pathname: string): boolean
  /** From now on the page is held up where it renews its session. */
  holdRenewals(): void
  accessToken(): Promise<string | null>
}

type Call =
  | 'config'
  | 'passwords'
  | 'signUps'
  | 'resets'
  | 'codes'
  | 'confirmations'
  | 'roles'
  | 'exchanges'
  | 'renewals'

interface Story {
  /** Who is signed in, or signs in. */
  who: Pick<Account, 'name' | 'email'>
  /** What the last failure said. */
  failure: string
  /** The parent's account is shut at the provider. */
  isShut: boolean
  /** Google's window. */
  chooser: Page | null
  /** Whom the clinic has not met before. */
  newcomer: Account | null
}

/** Opens the app as somebody who was here before, with a token that has run out meanwhile. */
export async function setStage(walk: AuthWalk): Promise<AuthStage> {
  const { walker, cast, path } = walk
  const { page, network } = walker
  const { parent } = cast
  const ahead = lookAhead(path)
  const isOver = ahead.next('xstate.done.actor.restoreSession')?.output === null
  await setAdmin(parent, false)
  await walker.startOver(await earlierVisit(parent, { isOver }))

  const provider = (name: string) => (pathname: string) => pathname.endsWith(`accounts${name}`)
  const none: Held = network.hold('', () => false)
  const calls = {
    config: network.hold('GET', (name) => name === '/config'),
    passwords: network.hold('POST', provider(':signInWithPassword')),
    signUps: network.hold('POST', provider(':signUp')),
    resets: network.hold('POST', provider(':sendOobCode')),
    codes: network.hold('POST', provider('/mfaSignIn:start')),
    confirmations: network.hold('POST', provider('/mfaSignIn:finalize')),
    roles: network.hold('GET', (name) => name.startsWith('/admin/')),
    // Restoring and renewing exchange tokens too, and are not held up there.
    exchanges: path.steps.some(({ state }) => state.matches('exchanging'))
      ? network.hold('PUT', (name) => name.startsWith('/users/'))
      : none,
    renewals: none,
  }
  await page.goto(START)

  const main = page.getByRole('main')
  return {
    ...walk,
    page,
    main,
    alerts: main.getByRole('alert'),
    loginLink: page.getByRole('banner').getByRole('link', { name: 'Login' }),
    ahead,
    calls,
    story: { who: parent, failure: '', isShut: false, chooser: null, newcomer: null },
    button: (name) => page.getByRole('button', { name, exact: true }),
    at: (pathname) => new URL(page.url()).pathname === pathname,
    holdRenewals() {
      if (calls.renewals === none) {
        calls.renewals = network.hold('POST', (name) => name.endsWith('/v1/token'))
      }
    },
    accessToken: () => page.evaluate(() => localStorage.getItem('accessToken')),
  }
}
