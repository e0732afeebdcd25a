import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { createSmtpMailer } from '#domain/notifications/sending/smtp-mailer.ts'
import { SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { openEmailStore } from '../smtp/email-store.ts'
import { startSmtpServer } from '../smtp/server.ts'
import { sandboxMailbox } from './mailbox.ts'

/** Fewer emails than fit on a page of the mailbox. */
const SENT = SUBJECTS.slice(0, 20)

/** A mailbox with emails of several kinds, as the embedded server stores them. */
async function openMailbox() {
  const folder = temporaryFolder()
  const emails = openEmailStore(folder)
  const server = await startSmtpServer({ port: 0, store: emails.add, log: { warn() {} } })
  const mailer = createSmtpMailer({ url: server.url, from: SENDER.from })
  for (const { subject } of SENT) {
    await mailer.send(composeEmail(subject, SENDER), AbortSignal.timeout(10_000))
  }
  await mailer.close()
  await server.close()
  const app = Fastify()
  const phoneCode = {
    kind: 'phoneCode',
    to: '+1 555 0100',
    code: '123456',
    sentAt: '2020-03-01T13:00:00Z',
  } as const
  await app.register(sandboxMailbox, { emails, identityMessages: async () => [phoneCode] })
  onTestFinished(() => app.close())
  const stored = await emails.list({ limit: 50 })
  const booked = stored.find(({ subject }) => subject?.startsWith('Appointment confirmed'))
  return { app, folder, emails, stored, url: `/sandbox/mailbox/${booked?.id}` }
}

describe('the mailbox', () => {
  it('lists the emails of the clinic and of the identity provider, newest first', async () => {
    const { app } = await openMailbox()
    const { body } = await app.inject('/sandbox/mailbox')
    const titles = [...body.matchAll(/<h2>(?:<a[^>]*>)?([^<]+)/g)].map(([, title]) => title)
    expect(titles).toHaveLength(SENT.length + 1)
    expect(titles.at(-1)).toBe('Your verification code')
    expect(body).toContain('Email to ann@example.test')
    expect(body).toContain(
      '<time datetime="2020-03-01T13:00:00.000Z">Mar 1, 2020, 1:00:00 PM UTC</time>',
    )
    expect(body).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/)
    const json = await app.inject({
      url: '/sandbox/mailbox',
      headers: { accept: 'application/json' },
    })
    expect(json.json().messages).toHaveLength(SENT.length + 1)
  })

  it('shows an email with its headers, its text, its source and its invitation', async () => {
    const { app, url } = await openMailbox()
    const page = (await app.inject(url)).body
    expect(page).toContain('appointments@clinic.example')
    expect(page).toContain('sandbox="allow-same-origin allow-top-navigation-by-user-activation"')
    expect(page).toContain('request.ics')
    expect((await app.inject(`${url}?view=text`)).body).toContain('YOUR APPOINTMENT IS CONFIRMED')
    expect((await app.inject(`${url}?view=source`)).body).toContain('Message-ID: &#60;0192f0c1')
    const [, path = ''] = /href="([^"]+attachments\/\d+)"/.exec(page) ?? []
    const file = await app.inject(path)
    expect(file.headers['content-disposition']).toBe('attachment; filename="request.ics"')
    expect(file.body).toContain('METHOD:REQUEST')
  })

  it('shows the HTML in a theme with its images, and blocks all other resources', async () => {
    const { app, url } = await openMailbox()
    const own = await app.inject(`${url}/html`)
    expect(own.body).toContain('src="data:image/png;base64,')
    expect(own.body).toContain('@media (prefers-color-scheme:dark)')
    expect(own.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'SAMEORIGIN',
    })
    expect((await app.inject(`${url}/html?theme=dark`)).body).toContain('@media all{')
    expect((await app.inject(`${url}/html?theme=light`)).body).toContain('@media not all{')
  })

  it.each(['/0', '/..%2F..%2Fpackage.json', '/0/html', '/0/attachments/0'])(
    'has no email %s',
    async (path) => {
      const { app } = await openMailbox()
      expect((await app.inject(`/sandbox/mailbox${path}`)).statusCode).toBe(404)
    },
  )
})

describe('the stored emails', () => {
  it('survive a restart, in their order, up to the newest ones that fit', async () => {
    const { folder, stored } = await openMailbox()
    const subjects = stored.map(({ subject }) => subject)
    const reopened = openEmailStore(folder, 4)
    expect((await reopened.list({ limit: 50 })).map(({ subject }) => subject)).toEqual(subjects)
    reopened.add({ raw: Buffer.from('Subject: Last\r\n\r\n'), from: '', to: ['a@b.example'] })
    const kept = await reopened.list({ limit: 50 })
    expect(kept.map(({ subject }) => subject)).toEqual(['Last', ...subjects.slice(0, 3)])
    const [last] = kept
    const older = await reopened.list({ before: last?.id, limit: 2 })
    expect(older.map(({ subject }) => subject)).toEqual(subjects.slice(0, 2))
  })
})
