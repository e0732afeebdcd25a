import { describe, expect, test } from 'vitest'
import type { SmtpFaultRule } from '#sandbox/smtp/faults.ts'
import { CERTIFICATE } from '#sandbox/smtp/testing/certificate.ts'
import { SENDER, startMailServer, testEmail } from '#sandbox/smtp/testing/mail-server.ts'
import type { SendVerdict } from './mailer.ts'
import type { MailSettings } from './smtp-mailer.ts'

const never = new AbortController().signal

describe('an accepted email', () => {
  test('has sender, recipient, reply address, texts and a Message-ID that stays the same', async () => {
    const server = await startMailServer()
    const mailer = server.mailer({ replyTo: { name: 'Desk', address: 'desk@clinic.example' } })
    const messageId = `<${testEmail().id}@clinic.example>`
    expect(await mailer.send(testEmail(), never)).toEqual({ kind: 'sent', messageId })
    expect(await mailer.send(testEmail(), never)).toEqual({ kind: 'sent', messageId })
    const [email, again] = await server.received()
    expect(email).toMatchObject({
      messageId,
      from: SENDER,
      to: [testEmail().to],
      replyTo: [{ name: 'Desk', address: 'desk@clinic.example' }],
      subject: testEmail().subject,
      html: expect.stringContaining('<p>Your appointment is confirmed.</p>'),
      text: expect.stringContaining('Your appointment is confirmed.'),
      envelope: { from: SENDER.address, to: ['ann@example.test'] },
    })
    expect(again?.messageId).toBe(messageId)
    expect(headersOf(email?.raw)).toMatch(/^auto-submitted: auto-generated$/im)
  })

  test('has its own reply address, if one can be reached there', async () => {
    const server = await startMailServer()
    const mailer = server.mailer({ replyTo: { name: 'Desk', address: 'desk@clinic.example' } })
    const ann = { name: 'Ann', address: 'ann@example.test' }
    await mailer.send(testEmail({ replyTo: ann }), never)
    const lists = 'ann@example.test, boris@example.test'
    await mailer.send(testEmail({ replyTo: { ...ann, address: lists } }), never)
    const [own, usual] = await server.received()
    expect(own?.replyTo).toEqual([ann])
    expect(usual?.replyTo).toEqual([{ name: 'Desk', address: 'desk@clinic.example' }])
  })

  test('has a one-click unsubscribe link if its kind can be turned off', async () => {
    const server = await startMailServer()
    const unsubscribeUrl = 'https://clinic.example/unsubscribe?token=a.b'
    await server.mailer().send(testEmail({ unsubscribeUrl }), never)
    await server.mailer().send(testEmail(), never)
    const [reminder, other] = await server.received()
    expect(headersOf(reminder?.raw)).toMatch(
      /^list-unsubscribe: <https:\/\/clinic\.example\/unsubscribe\?token=a\.b>$/im,
    )
    expect(headersOf(reminder?.raw)).toMatch(
      /^list-unsubscribe-post: List-Unsubscribe=One-Click$/im,
    )
    expect(headersOf(other?.raw)).not.toMatch(/^list-/im)
  })
})

/** One row per failure of a mail server. */
const FAILURES: [what: string, rule: SmtpFaultRule, verdict: SendVerdict['kind'], code: string][] =
  [
    ['421 at the connection', refuse('connect', 421), 'retry', 'EPROTOCOL'],
    ['554 at the connection', refuse('connect', 554), 'retry', 'EPROTOCOL'],
    ['421 at MAIL FROM', refuse('MAIL FROM', 421), 'retry', 'EENVELOPE'],
    ['450 at MAIL FROM', refuse('MAIL FROM', 450), 'retry', 'EENVELOPE'],
    ['550 at MAIL FROM', refuse('MAIL FROM', 550), 'our-mistake', 'EENVELOPE'],
    ['421 at RCPT TO', refuse('RCPT TO', 421), 'retry', 'ECONNECTION'],
    ['450 at RCPT TO', refuse('RCPT TO', 450), 'retry', 'EENVELOPE'],
    [
      '550 5.1.1 at RCPT TO',
      refuse('RCPT TO', 550, '5.1.1 No such user'),
      'bad-address',
      'EENVELOPE',
    ],
    ['550 5.1.10 at RCPT TO', refuse('RCPT TO', 550, '5.1.10 Null MX'), 'bad-address', 'EENVELOPE'],
    ['550 5.1.8 at RCPT TO', refuse('RCPT TO', 550, '5.1.8 Bad sender'), 'refused', 'EENVELOPE'],
    [
      '550 5.7.1 at RCPT TO',
      refuse('RCPT TO', 550, '5.7.1 Blocked: reputation'),
      'refused',
      'EENVELOPE',
    ],
    ['550 without a reason at RCPT TO', refuse('RCPT TO', 550), 'bad-address', 'EENVELOPE'],
    ['552 5.2.2 at RCPT TO', refuse('RCPT TO', 552, '5.2.2 Full'), 'retry', 'EENVELOPE'],
    ['501 at RCPT TO', refuse('RCPT TO', 501, '5.5.4 Syntax'), 'refused', 'EENVELOPE'],
    ['421 after DATA', refuse('DATA', 421), 'retry', 'EMESSAGE'],
    ['450 after DATA', refuse('DATA', 450), 'retry', 'EMESSAGE'],
    ['550 after DATA', refuse('DATA', 550), 'refused', 'EMESSAGE'],
    ['a closed connection at RCPT TO', drop('RCPT TO'), 'maybe-sent', 'ECONNECTION'],
    ['a reset connection at RCPT TO', drop('RCPT TO', true), 'maybe-sent', 'ESOCKET'],
    ['a closed connection after DATA', drop('DATA'), 'maybe-sent', 'ECONNECTION'],
    ['a reset connection after DATA', drop('DATA', true), 'maybe-sent', 'ESOCKET'],
    ['silence at RCPT TO', silence('RCPT TO'), 'maybe-sent', 'ETIMEDOUT'],
    ['silence after DATA', silence('DATA'), 'maybe-sent', 'ETIMEDOUT'],
  ]

function refuse(at: SmtpFaultRule['at'], code: number, text?: string): SmtpFaultRule {
  return { at, times: 'always', fault: { kind: 'refuse', code, text } }
}

function drop(at: SmtpFaultRule['at'], reset = false): SmtpFaultRule {
  return { at, times: 'always', fault: { kind: 'drop', reset } }
}

function silence(at: SmtpFaultRule['at']): SmtpFaultRule {
  return { at, times: 'always', fault: { kind: 'silence' } }
}

describe('a failed email', () => {
  test.each(FAILURES)('%s', async (_what, rule, kind, code) => {
    const server = await startMailServer()
    server.addFault(rule)
    const mailer = server.mailer()
    expect(await mailer.send(testEmail(), never)).toMatchObject({ kind, code })
    expect(await server.received()).toEqual([])
    server.clearFaults()
    // The second attempt uses the connection, which the server closes after 421; the mailer may notice only
    // then.
    await expect.poll(async () => (await mailer.send(testEmail(), never)).kind).toBe('sent')
  })

  test('arrives once per attempt, with the same Message-ID, if the server stored it and the response was lost', async () => {
    const server = await startMailServer()
    server.addFault({ at: 'DATA', fault: { kind: 'drop-after-storing' } })
    const mailer = server.mailer()
    expect(await mailer.send(testEmail(), never)).toMatchObject({ kind: 'maybe-sent' })
    expect(await mailer.send(testEmail(), never)).toMatchObject({ kind: 'sent' })
    const ids = (await server.received()).map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('was not sent if there is no server', async () => {
    const { url, close } = await startMailServer()
    await close()
    const other = await startMailServer()
    expect(await other.mailer({ url }).send(testEmail(), never)).toMatchObject({ code: 'ESOCKET' })
    const unknown = other.mailer({ url: 'smtp://mail.invalid' })
    expect(await unknown.send(testEmail(), never)).toMatchObject({ kind: 'retry', code: 'EDNS' })
  })

  test('may have been sent if its caller aborts the attempt', async () => {
    const server = await startMailServer()
    server.addFault(silence('DATA'))
    const verdict = await server
      .mailer({ timeoutMs: 10_000 })
      .send(testEmail(), AbortSignal.timeout(200))
    expect(verdict).toMatchObject({ kind: 'maybe-sent', code: 'EABORT' })
  })

  test('the response never contains an address', async () => {
    const server = await startMailServer()
    const text = '5.1.1 <ann@example.test>: unknown, says postmaster@mail.example'
    server.addFault(refuse('RCPT TO', 550, text))
    expect(await server.mailer().send(testEmail(), never)).toMatchObject({
      response: expect.not.stringContaining('@'),
    })
  })
})

describe('TLS and login', () => {
  const trusted = CERTIFICATE.cert
  const login = { user: 'clinic@mail', password: 'p@ss/word' }
  const withLogin = (url: string, { user, password } = login) =>
    url.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)

  test('uses STARTTLS and TLS with a trusted certificate, and its login', async () => {
    for (const implicit of [false, true]) {
      const server = await startMailServer({ tls: { ...CERTIFICATE, implicit }, login })
      const url = withLogin(server.url)
      expect(await server.mailer({ url, trusted }).send(testEmail(), never)).toMatchObject({
        kind: 'sent',
      })
    }
  })

  test.each<[string, Parameters<typeof startMailServer>[0], Partial<MailSettings>, string]>([
    [
      'a certificate that it does not trust',
      { tls: { ...CERTIFICATE, implicit: true } },
      {},
      'maybe-sent',
    ],
    ['a server without STARTTLS', {}, { trusted }, 'our-mistake'],
  ])('refuses %s', async (_what, options, settings, kind) => {
    const server = await startMailServer(options)
    expect(await server.mailer(settings).send(testEmail(), never)).toMatchObject({ kind })
    expect(await server.received()).toEqual([])
  })

  test('sends nothing if the login is refused or not offered', async () => {
    const strict = await startMailServer({ tls: CERTIFICATE, login })
    const open = await startMailServer()
    const wrong = withLogin(strict.url, { ...login, password: 'wrong' })
    for (const [server, settings] of [
      [strict, { url: wrong, trusted }],
      [open, { url: withLogin(open.url) }],
    ] as const) {
      const verdict = await server.mailer(settings).send(testEmail(), never)
      expect(verdict).toMatchObject({ kind: 'our-mistake' })
      expect(await server.received()).toEqual([])
    }
  })
})

test('closing finishes the current email and returns waiting ones', async () => {
  const storing = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const server = await startMailServer({
    store: () => {
      storing.resolve()
      return stored.promise
    },
  })
  const mailer = server.mailer({ timeoutMs: 10_000 })
  // There are two connections, so the third email waits.
  const results = [1, 2, 3].map(() => mailer.send(testEmail(), never))
  await storing.promise
  const closed = mailer.close()
  stored.resolve()
  await closed
  const kinds = (await Promise.all(results)).map(({ kind }) => kind)
  expect(kinds).toContain('sent')
  expect(kinds).toContain('retry')
})

function headersOf(raw = ''): string {
  return raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
}
