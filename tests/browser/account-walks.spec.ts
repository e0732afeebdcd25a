import { expect, type Page, test } from '@playwright/test'
import { emailConfirmationDriver } from '../../machines/email-confirmation/email-confirmation-driver.ts'
import { emailConfirmationWalks } from '../../machines/email-confirmation/email-confirmation-walks.ts'
import { passwordResetDriver } from '../../machines/password-reset/password-reset-driver.ts'
import {
  PASSWORD,
  passwordResetFixture,
  passwordResetWalks,
} from '../../machines/password-reset/password-reset-walks.ts'
import { secondFactorDriver } from '../../machines/second-factor/second-factor-driver.ts'
import type { secondFactorMachine } from '../../machines/second-factor/second-factor-machine.ts'
import { OFFLINE, secondFactorWalks } from '../../machines/second-factor/second-factor-walks.ts'
import type { Server } from '../../machines/testing/tours.ts'
import { type Intercept, openNetwork } from './intercept.ts'
import { call, makeAccount } from './member.ts'
import { newestMessage, providerAdmin } from './provider.ts'
import { openWith, pageScreen, takeInBrowser } from './screen.ts'
import { arriveAsNewParent } from './visitor.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com/v1/accounts'

/** What the provider answers instead, by the message of the failure or the kind of the result. */
const REFUSALS: Record<string, string> = {
  refused: 'EXPIRED_OOB_CODE',
  'Firebase: Error (auth/weak-password).': 'WEAK_PASSWORD',
}
const UNREACHABLE = ['Firebase: Error (auth/network-request-failed).', OFFLINE]

/** The identity provider, which refuses or is unreachable when the walk says so. */
function providerServer(intercepts: Record<string, Intercept>): Server {
  async function settle(id: string, outcome: string) {
    const request = await intercepts[id]?.take()
    const refusal = REFUSALS[outcome]
    if (refusal) await request?.answer(400, { error: { code: 400, message: refusal } })
    else if (UNREACHABLE.includes(outcome)) await request?.fail()
    else await request?.proceed()
  }
  return {
    succeed: (id, output) => settle(id, (output as { kind?: string } | undefined)?.kind ?? ''),
    fail: (id, error) => settle(id, (error as { message: string }).message),
    wait: () => Promise.reject(new Error('These machines have no delays')),
  }
}

/** Has the provider send an email with a link, and opens it. */
async function openLink(page: Page, email: string, request: object): Promise<void> {
  await call({ method: 'POST', path: `${TOOLKIT}:sendOobCode?key=any`, body: request })
  const message = await newestMessage(email)
  await openWith(page, {}, message.kind === 'phoneCode' ? '' : message.link)
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the email confirmation machine', () => {
  for (const walk of emailConfirmationWalks({ each: 'definition' })) {
    test(walk.name, async ({ page }) => {
      const { uid, email, idToken } = await makeAccount('Cora Confirmed')
      const stop = await openNetwork(page)
      const server = providerServer({ confirmEmail: stop('POST', `${TOOLKIT}:update`) })
      await openLink(page, email, { requestType: 'VERIFY_EMAIL', idToken })
      await takeInBrowser(walk, emailConfirmationDriver(pageScreen(page), server))
      const isConfirmed = walk.steps.at(-1)?.after.matches('confirmed')
      expect((await providerAdmin().getUser(uid)).emailVerified).toBe(isConfirmed)
    })
  }
})

test.describe('the whole site follows the password reset machine', () => {
  for (const [index, { name }] of passwordResetWalks(undefined, { each: 'definition' }).entries()) {
    test(name, async ({ page }) => {
      const { email } = await makeAccount('Rita Reset')
      const walk = passwordResetWalks({ ...passwordResetFixture, email }, { each: 'definition' })[
        index
      ]
      if (!walk) throw new Error(`There is no ${name}`)
      const stop = await openNetwork(page)
      const resets = stop('POST', `${TOOLKIT}:resetPassword`)
      const server = providerServer({
        checkLink: resets,
        changePassword: resets,
        sendLink: stop('POST', `${TOOLKIT}:sendOobCode`),
      })
      await openLink(page, email, { requestType: 'PASSWORD_RESET', email })
      await takeInBrowser(walk, passwordResetDriver(pageScreen(page), server))
      if (walk.steps.at(-1)?.after.matches('changed')) await logsInWith(email)
    })
  }
})

async function logsInWith(email: string): Promise<void> {
  const body = { email, password: PASSWORD, returnSecureToken: true }
  await call({ method: 'POST', path: `${TOOLKIT}:signInWithPassword?key=any`, body })
}

test.describe('the whole site follows the second factor machine', () => {
  for (const [index, { name }] of secondFactorWalks(undefined, { each: 'definition' }).entries()) {
    test(name, async ({ page }) => {
      const phone = `+1503555${Math.floor(1000 + Math.random() * 9000)}`
      const walk = secondFactorWalks(phone, { each: 'definition' })[index]
      if (!walk) throw new Error(`There is no ${name}`)
      const { email } = await arriveAsNewParent(page)
      const { uid } = await providerAdmin().getUserByEmail(email)
      const setVerified = (emailVerified: boolean) =>
        providerAdmin().updateUser(uid, { emailVerified })

      const stop = await openNetwork(page)
      // The page reads the account for other reasons, too.
      let isChecking = false
      const codes = stop('POST', (path) => path.endsWith('/mfaEnrollment:start'))
      const intercepts = {
        sendEmail: stop('POST', (path) => path.endsWith('accounts:sendOobCode')),
        checkEmail: stop('POST', (path) => isChecking && path.endsWith('accounts:lookup')),
        sendFirstCode: codes,
        sendCode: codes,
        confirmCode: stop('POST', (path) => path.endsWith('/mfaEnrollment:finalize')),
      }
      const provider = providerServer(intercepts)

      /** The page reads the account again, as when the user returns to it. */
      const returnToPage = () =>
        page.evaluate(() => {
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        })

      /** Removes the enrolled phone, so that the walk can continue with adding one. */
      async function removePhone() {
        await expect(page.getByText('Two-step verification is on')).toBeVisible()
        await page
          .getByRole('button', { name: `Remove the phone ending in ${phone.slice(-4)}` })
          .click()
        const question = page.getByRole('dialog', { name: 'Remove this phone?' })
        await question.getByRole('button', { name: 'Remove' }).click()
      }

      const driver = secondFactorDriver(
        pageScreen(page),
        {
          ...provider,
          async succeed(id, output, moment) {
            const { kind, emailVerified } = (output ?? {}) as Record<string, unknown>
            if (kind === 'emailUnverified') await setVerified(false)
            if (typeof emailVerified === 'boolean') await setVerified(emailVerified)
            isChecking = false
            await provider.succeed(id, output, moment)
            if (id === 'confirmCode') await removePhone()
          },
          async fail(id, error, moment) {
            isChecking = false
            await provider.fail(id, error, moment)
          },
        },
        {
          email,
          async openWith(emailVerified) {
            await setVerified(emailVerified)
            await page.goto('/dashboard/profile')
          },
          async confirmElsewhere() {
            isChecking = false
            await setVerified(true)
            await returnToPage()
          },
        },
      )
      const { do: steps } = driver
      const releaseAll = () => Promise.all(Object.values(intercepts).map((one) => one.release()))
      await page.goto('/dashboard/profile')
      await takeInBrowser<typeof secondFactorMachine>(walk, {
        ...driver,
        do: {
          ...steps,
          'enrollment.cancel': async (event, moment) => {
            await steps['enrollment.cancel'](event, moment)
            isChecking = false
            await releaseAll()
          },
          'email.verified': async (event, moment) => {
            await steps['email.verified'](event, moment)
            await releaseAll()
          },
          'email.check': async (event, moment) => {
            isChecking = true
            await steps['email.check'](event, moment)
          },
          'code.submit': async (event, moment) => {
            const outcomes = ['xstate.done.actor.confirmCode', 'xstate.error.actor.confirmCode']
            const isRight = moment.next(...outcomes)?.type === outcomes[0]
            const code = isRight ? await newestCode(phone) : '000000'
            await steps['code.submit']({ ...event, code }, moment)
          },
        },
      })
    })
  }
})

async function newestCode(phone: string): Promise<string> {
  const message = await newestMessage(phone)
  return message.kind === 'phoneCode' ? message.code : ''
}
