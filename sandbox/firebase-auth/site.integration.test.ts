import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { sandboxMailbox } from '../mailbox/mailbox.ts'
import { readMessages, type SentMessage } from './emulator/emulator-client.ts'
import { EMULATED_PROJECT_ID } from './emulator/project.ts'
import { seedDemoAccounts } from './seed.ts'
import { identitySandbox } from './site.ts'
import {
  callIdentity,
  createUserWithPhone,
  renew,
  signIn,
  signInWithGoogle,
  signUp,
  startProviderForTests,
} from './testing.ts'

const started = await startProviderForTests()
const { emulator } = started
const app = Fastify()
await app.register(identitySandbox, { emulator })
await app.register(sandboxMailbox, { identityMessages: () => readMessages(emulator) })
const site = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

describe('the facade', () => {
  it('forwards sign-up, sign-in and token renewal', async () => {
    const made = await signUp(site, 'facade@example.test')
    expect(made.status).toBe(200)
    expect(await signIn(site, 'facade@example.test')).toMatchObject({
      status: 200,
      answer: { localId: made.answer.localId },
    })
    expect(await renew(site, made.answer)).toMatchObject({ user_id: made.answer.localId })
  })

  it("forwards the provider's refusals, which never reveal whether an email is registered", async () => {
    await signUp(site, 'refused@example.test')
    const wrong = await signIn(site, 'refused@example.test', 'not-this')
    const unknown = await signIn(site, 'unknown@example.test')
    const taken = await signUp(site, 'refused@example.test')
    const reset = await callIdentity(site, 'v1/accounts:sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: 'unknown@example.test',
    })

    expect(wrong).toMatchObject({
      status: 400,
      answer: { error: { message: 'INVALID_LOGIN_CREDENTIALS' } },
    })
    expect(unknown).toEqual(wrong)
    expect(taken.answer.error.message).toBe('EMAIL_EXISTS')
    expect(reset.status).toBe(200)
  })

  it.each([
    ['an administrator’s call', `v1/projects/${EMULATED_PROJECT_ID}/accounts:lookup`, {}],
    ['the owner’s token', 'v1/accounts:lookup', { authorization: 'Bearer owner' }],
    ['a service account’s token', 'v1/accounts:update', { authorization: 'Bearer ya29.any' }],
  ])('refuses %s', async (_, call, headers) => {
    const { status, answer } = await callIdentity(site, call, { localId: ['any'] }, headers)
    expect(status).toBe(403)
    expect(answer).toEqual({ error: { code: 403, message: 'PERMISSION_DENIED' } })
  })

  it.each([
    ['GET', '/identitytoolkit.googleapis.com/v1/accounts:signUp'],
    ['POST', '/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode'],
    ['POST', '/identitytoolkit.googleapis.com/v1/accounts:signUp/..%2F..%2Fprojects'],
    ['GET', `/emulator/v1/projects/${EMULATED_PROJECT_ID}/oobCodes`],
    ['GET', '/emulator/openapi.json'],
    ['POST', '/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount'],
    ['OPTIONS', '/identitytoolkit.googleapis.com/v1/accounts:signUp'],
  ] as const)('has nothing at %s %s', async (method, url) => {
    const answer = await app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
    expect(answer.statusCode).toBe(404)
  })

  it('gives other origins no CORS response and accepts no body that they can send without preflight', async () => {
    const url = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any'
    const foreign = await app.inject({
      method: 'POST',
      url,
      headers: { origin: 'https://evil.test' },
      payload: { email: 'cors@example.test', password: 'secret1' },
    })
    const asText = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: '{}',
    })

    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
    expect(asText.statusCode).toBe(415)
  })

  it('accepts no body larger than any of our calls', async () => {
    const { status } = await callIdentity(site, 'v1/accounts:signUp', { email: 'x'.repeat(70_000) })
    expect(status).toBe(413)
  })
})

describe('the mailbox', () => {
  async function readMailbox() {
    const answer = await app.inject({
      url: '/sandbox/mailbox',
      headers: { accept: 'application/json' },
    })
    return (answer.json() as { messages: SentMessage[] }).messages
  }

  const askForReset = (email: string) =>
    callIdentity(site, 'v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })

  it('shows an email in the language of the page that requested it', async () => {
    const email = 'en.espanol@example.test'
    await signUp(site, email)
    const continueUrl = `${site}/es/dashboard/profile`
    const request = { requestType: 'PASSWORD_RESET', email, continueUrl }
    await callIdentity(site, 'v1/accounts:sendOobCode', request)
    const [newest] = await readMailbox()
    expect(newest).toMatchObject({ kind: 'passwordReset', to: email, language: 'es' })
    const { searchParams } = new URL(newest && 'link' in newest ? newest.link : '', site)
    expect(searchParams.get('continueUrl')).toBe(continueUrl)
    expect(searchParams.get('lang')).toBe('es')
    const { body } = await app.inject('/sandbox/mailbox')
    expect(body).toContain('<h2 lang="es">Restablezca su contraseña</h2>')
  })

  it.each([
    ['passwordReset', 'PASSWORD_RESET', '/reset-password'],
    ['emailConfirmation', 'VERIFY_EMAIL', '/confirm-email'],
    ['emailChange', 'VERIFY_AND_CHANGE_EMAIL', '/confirm-email'],
  ])(
    'shows first the newest link, of %s, to our own page, which works once',
    async (kind, requestType, page) => {
      const isReset = kind === 'passwordReset'
      const isChange = kind === 'emailChange'
      const old = `${kind.toLowerCase()}@example.test`
      const email = isChange ? `new.${old}` : old
      await signUp(site, `other.${old}`)
      await askForReset(`other.${old}`)
      const { idToken, localId } = (await signUp(site, old)).answer
      const request = isReset ? { email } : { idToken, newEmail: email }
      await callIdentity(site, 'v1/accounts:sendOobCode', { requestType, ...request })

      const [newest, older] = await readMailbox()
      expect(newest).toMatchObject({ kind, to: email })
      expect(older).toMatchObject({ kind: 'passwordReset', to: `other.${old}` })
      const link = new URL(newest && 'link' in newest ? newest.link : '', site)
      expect(link.pathname).toBe(page)
      expect(link.searchParams.get('mode')).toBe(isChange ? 'verifyAndChangeEmail' : null)
      const oobCode = link.searchParams.get('oobCode')
      const use = () =>
        isReset
          ? callIdentity(site, 'v1/accounts:resetPassword', { oobCode, newPassword: 'new-secret' })
          : callIdentity(site, 'v1/accounts:update', { oobCode })
      expect((await use()).answer.email).toBe(email)
      const signedIn = await signIn(site, email, isReset ? 'new-secret' : 'secret1')
      expect(signedIn.answer).toMatchObject({ localId })
      if (isReset || isChange) expect((await signIn(site, old)).status).toBe(400)
      expect((await use()).answer.error.message).toBe('INVALID_OOB_CODE')
      expect((await readMailbox()).map(({ to }) => to)).not.toContain(email)
    },
  )

  it('shows the phone code of a second factor, which completes the sign-in', async () => {
    await createUserWithPhone(started, 'second@example.test', '+15555550100')
    const { answer: pending } = await signIn(site, 'second@example.test')
    const { answer: sent } = await callIdentity(site, 'v2/accounts/mfaSignIn:start', {
      mfaPendingCredential: pending.mfaPendingCredential,
      mfaEnrollmentId: pending.mfaInfo[0]?.mfaEnrollmentId,
      phoneSignInInfo: { recaptchaToken: 'any' },
    })

    const [message] = await readMailbox()
    expect(message).toMatchObject({ kind: 'phoneCode', to: '+15555550100' })
    const { answer } = await callIdentity(site, 'v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential: pending.mfaPendingCredential,
      phoneVerificationInfo: {
        sessionInfo: sent.phoneResponseInfo.sessionInfo,
        code: message?.kind === 'phoneCode' ? message.code : '',
      },
    })
    expect(answer.idToken).toEqual(expect.any(String))
  })

  it('has a password reset that does not bypass the second factor', async () => {
    const email = 'careful@example.test'
    await createUserWithPhone(started, email, '+15555550101')
    await askForReset(email)
    const [message] = await readMailbox()
    const link = new URL(message?.kind === 'passwordReset' ? message.link : '', site)
    await callIdentity(site, 'v1/accounts:resetPassword', {
      oobCode: link.searchParams.get('oobCode'),
      newPassword: 'new-secret',
    })

    const { answer } = await signIn(site, email, 'new-secret')
    expect(answer).toMatchObject({ mfaPendingCredential: expect.any(String) })
    expect(answer).not.toHaveProperty('idToken')
  })

  it('is an HTML page without anything inline that a strict policy forbids', async () => {
    await signUp(site, '"><script>alert(1)</script>@example.test')
    await askForReset('"><script>alert(1)</script>@example.test')
    const { body, headers } = await app.inject({
      url: '/sandbox/mailbox',
      headers: { accept: 'text/html' },
    })

    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('Reset your password')
    expect(body).toContain('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;@example.test')
    expect(body).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/)
  })
})

describe('the Google chooser', () => {
  it('offers the demo accounts and accounts that used Google before', async () => {
    await seedDemoAccounts(started.project)
    await signInWithGoogle(site, { email: 'gwen@example.test', name: 'Gwen "G" Google' })
    await signUp(site, 'password-only@example.test')
    const { body } = await app.inject('/sandbox/google?eventId=1')

    const offered = [...body.matchAll(/data-account="([^"]*)"/g)].map(
      ([, encoded = '']) =>
        JSON.parse(
          encoded.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
        ) as unknown,
    )
    expect(offered[0]).toEqual({
      email: 'gwen@example.test',
      name: 'Gwen "G" Google',
      picture: null,
    })
    expect(offered.slice(1)).toEqual(
      expect.arrayContaining([
        { email: 'parent@example.com', name: 'Paula Parent', picture: null },
        { email: 'admin@example.com', name: 'Adam Admin', picture: null },
      ]),
    )
    expect(body).not.toContain('password-only@example.test')
  })

  it('serves its script', async () => {
    expect((await app.inject('/sandbox/google-chooser.js')).headers['content-type']).toMatch(
      'text/javascript',
    )
  })
})

describe('the demo accounts', () => {
  it('are created once, and left unchanged afterwards', async () => {
    const first = await seedDemoAccounts(started.project)
    const { answer } = await signIn(site, 'parent@example.com', 'parent123')
    await callIdentity(site, 'v1/accounts:update', {
      idToken: answer.idToken,
      password: 'changed1',
    })

    expect(await seedDemoAccounts(started.project)).toEqual(first)
    expect((await signIn(site, 'parent@example.com', 'changed1')).status).toBe(200)
    const admin = await signIn(site, 'admin@example.com', 'admin123')
    const claims = Buffer.from(admin.answer.idToken.split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(claims)).toMatchObject({ name: 'Adam Admin', email_verified: true })
  })
})
