import { expect } from '@playwright/test'
import { findUserByEmail } from '../../drizzle/queries/users.ts'
import type { AuthDriver } from '../../machines/auth/auth-paths.ts'
import { setDisabled } from './auth-cast.ts'
import { authLooks } from './auth-looks.ts'
import { type AuthStage, type AuthWalk, setStage } from './auth-stage.ts'
import { authSteps } from './auth-steps.ts'
import { newestMessage, providerAdmin } from './provider.ts'
import { eventsOf, records } from './records.ts'

/**
 * Walks a path of the auth machine in the whole app. The page's calls are parked until the path
 * says what becomes of them.
 */
export async function walkAuth(walk: AuthWalk): Promise<{
  driver: AuthDriver
  expectRecords: () => Promise<void>
}> {
  const stage = await setStage(walk)
  return {
    driver: { do: stage.ahead.counting(authSteps(stage)), see: authLooks(stage) },
    expectRecords: () => expectRecords(stage),
  }
}

/** What the path leaves at the clinic, at the provider, and in the browser. */
async function expectRecords({ cast, path, story, accessToken }: AuthStage): Promise<void> {
  const { parent } = cast
  const { newcomer } = story
  const took = (type: string) => path.steps.some(({ event }) => event.type === type)

  if (story.isShut) await setDisabled(parent, false)
  await story.chooser?.close()

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
