import { describe, expect, test } from 'vitest'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import { SOME_RARE_EMAILS } from '#contract/testing/rare-emails.ts'
import { exampleAppointment, SENDER, TERMS } from '#domain/notifications/content/examples.ts'
import { toHeaderText } from '#domain/notifications/content/header-text.ts'
import { readInvitation } from '#domain/notifications/testing/calendar-model.ts'
import { startMailServer, testEmail } from '#sandbox/smtp/testing/mail-server.ts'
import { composeEmail } from './compose.ts'
import type { EmailMessage } from './mailer.ts'

const EVIL = 'evil@attacker.example'

/** Names and addresses with which attackers try to add a header, a recipient or a part. */
const ATTACKS: [what: string, text: string][] = [
  ['CR and LF', `Ann\r\nBcc: ${EVIL}`],
  ['LF', `Ann\nBcc: ${EVIL}`],
  ['CR', `Ann\rBcc: ${EVIL}`],
  ['an empty line and a body', 'Ann\r\n\r\n<script>alert(1)</script>'],
  ['a folded line', `Ann\r\n Bcc: ${EVIL}`],
  ['LINE SEPARATOR', `Ann\u2028Bcc: ${EVIL}`],
  ['PARAGRAPH SEPARATOR', `Ann\u2029Bcc: ${EVIL}`],
  ['NEXT LINE', `Ann\u0085Bcc: ${EVIL}`],
  ['vertical tab and form feed', `Ann\v\fBcc: ${EVIL}`],
  ['NUL', `Ann\0${EVIL}`],
  ['an escape sequence', 'Ann\u001b[31m'],
  ['a right-to-left override', 'Ann\u202Emoc.rekcatta'],
  ['isolates', 'Ann\u2066x\u2069'],
  ['zero-width characters', 'A\u200Bn\u200Dn\uFEFF'],
  ['tag characters', 'Ann\u{E0041}\u{E007F}'],
  ['an encoded word', `=?utf-8?Q?Ann=0D=0ABcc:_${EVIL}?=`],
  ['an encoded word in pieces', `="?utf-8?Q?Ann=0D=0ABcc:_${EVIL}?=`],
  ['a quoted name and an address', `"Ann" <${EVIL}>, Ann`],
  ['an unclosed quote', `Ann" <${EVIL}>`],
  ['a backslash', `Ann\\" <${EVIL}>`],
  ['a group', `Friends: ${EVIL};`],
  ['a comment', `Ann (${EVIL})`],
  ['5,000 characters without a space', 'x'.repeat(5_000)],
  ['5,000 wide characters', '家'.repeat(5_000)],
  ['a boundary', '--_NmP-1\r\nContent-Type: text/html\r\n\r\nx'],
  ['a calendar line', 'Ann\r\nATTENDEE:mailto:x@y.example'],
  ['calendar parameters', 'Ann;X=1:mailto:x@y.example'],
]

const addressedTo = (name: string) => ({
  id: testEmail().id,
  recipient: { name, address: 'ann@example.test', hasAccount: true, language: 'en' as const },
})

/** The fields that contain texts of families. */
const FIELDS: [field: string, (text: string) => EmailMessage][] = [
  ['a name', (text) => testEmail({ to: { name: text, address: 'ann@example.test' } })],
  [
    'the name for answers',
    (text) => testEmail({ replyTo: { name: text, address: 'ann@example.test' } }),
  ],
  ['a subject', (text) => testEmail({ subject: `Hello ${text}` })],
  [
    'the recipient of an invitation',
    (text) =>
      composeEmail(
        {
          kind: 'booked',
          ...addressedTo(text),
          appointment: exampleAppointment(),
          terms: TERMS,
          others: [],
        },
        SENDER,
      ),
  ],
  [
    'the name of a child that a guardian was removed from',
    (text) =>
      composeEmail(
        {
          kind: 'guardian_changed',
          ...addressedTo(text),
          child: { id: '1', name: text },
          change: 'removed',
          lost: [],
        },
        SENDER,
      ),
  ],
  [
    'the name of a family that the desk proposes to link',
    (text) =>
      composeEmail(
        {
          kind: 'family_link_proposed',
          ...addressedTo(text),
          familyName: text,
        },
        SENDER,
      ),
  ],
]

describe.each(FIELDS)('in %s', (_field, emailWith) => {
  test('no attack adds a header, a recipient, a part or a long line', async () => {
    const server = await startMailServer()
    const mailer = server.mailer({ timeoutMs: 10_000 })
    for (const text of ['Ann', ...ATTACKS.map(([, attack]) => attack)]) {
      const verdict = await mailer.send(emailWith(text), AbortSignal.timeout(10_000))
      expect(verdict.kind).toBe('sent')
    }
    const [plain, ...attacked] = await server.received()
    for (const [index, email] of attacked.entries()) {
      const what = ATTACKS[index]?.[0]
      expect([what, email.envelope.to]).toEqual([what, ['ann@example.test']])
      expect([what, email.to?.map(({ address }) => address)]).toEqual([what, ['ann@example.test']])
      expect([what, headerNames(email)]).toEqual([what, headerNames(plain)])
      expect([what, typesOf(email)]).toEqual([what, typesOf(plain)])
      const longest = Math.max(...email.raw.split('\r\n').map((line) => line.length))
      expect(longest, what).toBeLessThan(998)
      const shown = [email.subject, email.to?.[0]?.name].join('')
      expect(shown, what).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(email.html, what).not.toContain('<script>')
      const [part] = email.attachments.filter(({ mimeType }) => mimeType === 'text/calendar')
      if (part) {
        const { component } = readInvitation(String(part.content), String(part.method))
        expect(component.getAllProperties('attendee'), what).toHaveLength(1)
      }
    }
  })
})

test.each([
  `a@x.example\r\nBcc: ${EVIL}`,
  `"x" <${EVIL}>, n <a@x.example>`,
  `a@x.example, ${EVIL}`,
  `a@x.example;${EVIL}`,
  `Group: ${EVIL};`,
  `<${EVIL}>`,
  '"quoted local part"@x.example',
  'two words@x.example',
  'ann@example.test\0',
  'ann@example.test\u2028',
  '\u202Eann@example.test',
  'ann\u200B@example.test',
  'ann@exam\u00ADple.test',
  'ann@example.test\u202E',
  'ännchen@example.test',
  'ann@localhost',
  'ann@-example.test',
  'ann@example..test',
  'ann@[127.0.0.1]',
  'ann@example.test/path',
  'ann@exam%70le.test',
  '@example.test',
  'ann',
  '',
  `${'a'.repeat(65)}@example.test`,
  `ann@${'a.'.repeat(130)}test`,
])('no email goes to %j', async (address) => {
  expect(toEmailAddress(address)).toBeUndefined()
  const server = await startMailServer()
  const to = { name: 'Ann', address }
  const verdict = await server.mailer().send(testEmail({ to }), AbortSignal.timeout(10_000))
  expect(verdict).toMatchObject({ kind: 'bad-address', code: 'EADDRESS' })
  expect(await server.received()).toEqual([])
})

test.each([
  ['ann.parent+clinic@example.test', 'ann.parent+clinic@example.test'],
  ["o'neil@example.test", "o'neil@example.test"],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@例え.example', 'ann@xn--r8jz45g.example'],
])('an email to %s goes to %s', async (address, sentTo) => {
  const server = await startMailServer()
  const to = { name: 'Ann', address }
  const mailer = server.mailer({ timeoutMs: 10_000 })
  const verdict = await mailer.send(testEmail({ to }), AbortSignal.timeout(10_000))
  expect(verdict).toMatchObject({ kind: 'sent' })
  const [email] = await server.received()
  // The server shows the domain decoded.
  expect(toEmailAddress(email?.envelope.to[0] ?? '')).toBe(sentTo)
  expect(email?.raw).toContain(`To: Ann <${sentTo}>`)
})

test('sends to every email that a form accepts, and to no other', async () => {
  const server = await startMailServer()
  const mailer = server.mailer({ timeoutMs: 10_000 })
  const refused: string[] = []
  for (const { typed } of SOME_RARE_EMAILS) {
    const email = testEmail({ to: { name: 'Ann', address: typed } })
    const verdict = await mailer.send(email, AbortSignal.timeout(10_000))
    if (verdict.kind !== 'sent') refused.push(typed)
  }
  const received = await server.received()
  expect(refused).toEqual(SOME_RARE_EMAILS.filter((one) => !one.email).map(({ typed }) => typed))
  expect(received.map(({ envelope }) => toEmailAddress(envelope.to[0] ?? ''))).toEqual(
    SOME_RARE_EMAILS.flatMap(({ email }) => email ?? []),
  )
})

test.each([
  ['  Ann   Parent ', 'Ann Parent'],
  ['Zoë Nuñez-Łukasz', 'Zoë Nuñez-Łukasz'],
  ['李小龍', '李小龍'],
  ['"Ann" <Parent>\\', 'Ann Parent'],
  ['👩🏽 Ann', '👩🏽 Ann'],
])('%j is shown as %j', (text, shown) => {
  expect(toHeaderText(text, 100)).toBe(shown)
})

interface Parsed {
  headers: { key: string }[]
  attachments: { mimeType: string }[]
}

function headerNames(email?: Parsed): string[] {
  return email?.headers.map(({ key }) => key).toSorted() ?? []
}

function typesOf(email?: Parsed): string[] {
  return email?.attachments.map(({ mimeType }) => mimeType) ?? []
}
