import { expect, type Page } from '@playwright/test'
import type { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { emailConfirmationDriver } from '#machines/testing/email-confirmation/email-confirmation-driver.ts'
import { emailConfirmationWalks } from '#machines/testing/email-confirmation/email-confirmation-walks.ts'
import { passwordResetDriver } from '#machines/testing/password-reset/password-reset-driver.ts'
import {
  PASSWORD,
  passwordResetFixture,
  passwordResetWalks,
} from '#machines/testing/password-reset/password-reset-walks.ts'
import { secondFactorDriver } from '#machines/testing/second-factor/second-factor-driver.ts'
import { OFFLINE, secondFactorWalks } from '#machines/testing/second-factor/second-factor-walks.ts'
import type { Server } from '#machines/testing/tours.ts'
import { type Intercept, openNetwork } from '../intercept.ts'
import { call, earlierVisit, makeAccount, newParent, register, sessionOf } from '../member.ts'
import { newestMessage, providerAdmin } from '../provider.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'
import { arriveAsNewParent } from '../visitor.ts'

const TOOLKIT = '/identitytoolkit.googleapis.com/v1/accounts'

/** The provider's error code for a failure's message or a result's kind. */
const REFUSALS: Record<string, string> = {
  refused: 'EXPIRED_OOB_CODE',
  'Firebase: Error (auth/weak-password).': 'WEAK_PASSWORD',
}
const UNREACHABLE = ['Firebase: Error (auth/network-request-failed).', OFFLINE]

/** The identity provider; it refuses or is unreachable when the walk requires it. */
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
  }
}

/** Makes the provider send an email with a link, and opens the link. */
async function openLink(
  page: Page,
  email: string,
  request: object,
  storage: Record<string, string> = {},
): Promise<void> {
  await call('POST', `${TOOLKIT}:sendOobCode?key=any`, { body: request })
  const message = await newestMessage(email)
  await openWith(page, storage, message.kind === 'phoneCode' ? '' : message.link)
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the email confirmation machine', () => {
  const walks = (newEmail?: string) => emailConfirmationWalks(newEmail, { each: 'state' })
  for (const [index, { name }] of walks().entries()) {
    test(name, async ({ page }) => {
      const member = await register('Cora Confirmed')
      const { uid, email, idToken } = member
      const { email: newEmail } = newParent()
      const walk = walks(newEmail)[index]
      if (!walk) throw new Error(`There is no ${name}`)
      const isChange = walk.steps.at(-1)?.state.matches('changed') === true
      const isLoggedIn = !walk.steps.at(-1)?.state.matches('loginRequired')
      const session = { ...(await earlierVisit(member, { isOver: false })), ...sessionOf(member) }
      const stop = await openNetwork(page)
      // The provider's library checks a code before it redeems it.
      const server = providerServer({ confirmEmail: stop('POST', `${TOOLKIT}:resetPassword`) })
      const request = isChange
        ? { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
        : { requestType: 'VERIFY_EMAIL', idToken }
      await openLink(page, isChange ? newEmail : email, request, isLoggedIn ? session : {})
      await takeInBrowser(walk, emailConfirmationDriver(pageScreen(page), server))
      const isConfirmed = isChange || walk.steps.at(-1)?.state.matches('confirmed') === true
      expect(await providerAdmin().getUser(uid)).toMatchObject({
        email: isChange ? newEmail : email,
        emailVerified: isConfirmed,
      })
    })
  }
})

test.describe('the whole site follows the password reset machine', () => {
  for (const [index, { name }] of passwordResetWalks(undefined, { each: 'state' }).entries()) {
    test(name, async ({ page }) => {
      const { email } = await makeAccount('Rita Reset')
      const walk = passwordResetWalks({ ...passwordResetFixture, email }, { each: 'state' })[index]
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
      if (walk.steps.at(-1)?.state.matches('changed')) await logsInWith(email)
    })
  }
})

async function logsInWith(email: string): Promise<void> {
  const body = { email, password: PASSWORD, returnSecureToken: true }
  await call('POST', `${TOOLKIT}:signInWithPassword?key=any`, { body })
}

test.describe('the whole site follows the second factor machine', () => {
  for (const [index, { name }] of secondFactorWalks(undefined, { each: 'state' }).entries()) {
    test(name, async ({ page }) => {
      const phone = `+1503555${Math.floor(1000 + Math.random() * 9000)}`
      const walk = secondFactorWalks(phone, { each: 'state' })[index]
      if (!walk) throw new Error(`There is no ${name}`)
      const { email } = await arriveAsNewParent(page)
      const { uid } = await providerAdmin().getUserByEmail(email)
      let isVerified = false
      const setVerified = async (emailVerified: boolean) => {
        isVerified = emailVerified
        await providerAdmin().updateUser(uid, { emailVerified })
      }

      const stop = await openNetwork(page)
      const lookups = stop('POST', (path) => path.endsWith('accounts:lookup'))
      // The page also reads the account for other reasons.
      lookups.pass()
      const codes = stop('POST', (path) => path.endsWith('/mfaEnrollment:start'))
      const intercepts = {
        sendEmail: stop('POST', (path) => path.endsWith('accounts:sendOobCode')),
        checkEmail: lookups,
        sendFirstCode: codes,
        sendCode: codes,
        confirmCode: stop('POST', (path) => path.endsWith('/mfaEnrollment:finalize')),
      }
      const provider = providerServer(intercepts)

      /** Makes the page read the account again, as when the user returns to it. */
      const returnToPage = () =>
        page.evaluate(() => {
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        })

      /** Removes the added phone, so that the walk can continue with adding one. */
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
            await provider.succeed(id, output, moment)
            lookups.pass()
            if (id === 'confirmCode') await removePhone()
          },
          async fail(id, error, moment) {
            await provider.fail(id, error, moment)
            lookups.pass()
          },
        },
        {
          email,
          async openWith(emailVerified) {
            if (emailVerified === isVerified) return
            await setVerified(emailVerified)
            await page.goto('/dashboard/profile')
          },
          async confirmElsewhere() {
            await setVerified(true)
            lookups.pass()
            await returnToPage()
          },
        },
      )
      const { do: steps, see } = driver
      // Waits for the request before the walk leaves the state; otherwise the next state would take it for
      // its own.
      const arrived =
        <Context>(look: (context: Context) => void | Promise<void>, intercept: Intercept) =>
        async (context: Context) => {
          await look(context)
          await intercept.arrive()
        }
      const releaseAll = () => Promise.all(Object.values(intercepts).map((one) => one.release()))
      await page.goto('/dashboard/profile')
      await takeInBrowser<typeof secondFactorMachine>(walk, {
        ...driver,
        see: {
          ...see,
          'confirmingEmail.sendingEmail': arrived(
            see['confirmingEmail.sendingEmail'],
            intercepts.sendEmail,
          ),
          'confirmingEmail.checkingEmail': arrived(see['confirmingEmail.checkingEmail'], lookups),
          sendingFirstCode: arrived(see.sendingFirstCode, codes),
          'enteringCode.sendingCode': arrived(see['enteringCode.sendingCode'], codes),
        },
        do: {
          ...steps,
          'enrollment.cancel': async (event, moment) => {
            await steps['enrollment.cancel'](event, moment)
            lookups.pass()
            await releaseAll()
          },
          'email.verified': async (event, moment) => {
            await steps['email.verified'](event, moment)
            await releaseAll()
          },
          'email.check': async (event, moment) => {
            lookups.hold()
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
