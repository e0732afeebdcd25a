import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import {
  type ContactMessage,
  contactMessagePage,
  type NewContactMessage,
} from '#contract/contact/contact-messages.ts'
import { receiveMessage, tidyMessages } from '#domain/front-desk/contact-messages.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { Crash, crashAt } from '#domain/testing/crash.ts'
import { HOUR } from '#domain/testing/emails.ts'
import { MAIL } from '#domain/testing/settings.ts'
import { contactMessages, events, notifications } from '#drizzle/schema/index.ts'
import {
  buildTestApp,
  changeClinic,
  MONDAY_MORNING,
  signIn,
  signInStaff,
  type TestApp,
  takeEmails,
} from '#server/testing/test-app.ts'

const CLINIC_EMAIL = 'hello@clinic.example'

function messageOf(changes: Partial<NewContactMessage> = {}): NewContactMessage {
  return {
    key: uuid(),
    name: 'Ann Parent',
    email: 'ann@example.com',
    phone: '(212) 555-0142',
    query: 'Do you see newborns?\nWe move in May.',
    ...changes,
  }
}

/** A clinic with a mail server and an address of its own. */
async function clinicWithMail(env: Record<string, string> = {}): Promise<TestApp> {
  const test = await buildTestApp({ env: { ...MAIL, ...env } })
  await changeClinic(test, { email: CLINIC_EMAIL })
  return test
}

const send = ({ app }: TestApp, message: object, remoteAddress = '203.0.113.1') =>
  app.inject({ method: 'POST', url: '/contact-messages', payload: message, remoteAddress })

async function listed(test: TestApp, state = 'open'): Promise<ContactMessage[]> {
  const desk = await signInStaff(test)
  return contactMessagePage.parse((await desk.get('/contact-messages', { state })).json()).messages
}

it('stores a message, emails it to the clinic, and lists it until it is done', async () => {
  const test = await clinicWithMail()
  const desk = await signInStaff(test)
  const sent = await send(test, messageOf({ email: ' Ann@Example.com ' }))
  expect([sent.statusCode, sent.json()]).toEqual([200, { received: true }])
  expect(await takeEmails(test)).toMatchObject([
    {
      kind: 'contact_message',
      recipient: { address: CLINIC_EMAIL },
      name: 'Ann Parent',
      email: 'ann@example.com',
      query: 'Do you see newborns?\nWe move in May.',
    },
  ])
  const [message] = await listed(test)
  expect(message).toMatchObject({
    name: 'Ann Parent',
    phone: '(212) 555-0142',
    dialablePhone: '+12125550142',
    done: null,
  })
  const count = async () => (await desk.get('/todo')).json().messages
  expect(await count()).toBe(1)

  const finish = (done: boolean) => desk.put(`/contact-messages/${message?._id}/done`, { done })
  for (let press = 0; press < 2; press += 1)
    expect((await finish(true)).json()).toEqual({ done: true })
  expect(await count()).toBe(0)
  expect(await listed(test)).toEqual([])
  expect(await listed(test, 'done')).toMatchObject([{ done: { at: MONDAY_MORNING.toISOString() } }])
  expect((await finish(false)).statusCode).toBe(200)
  expect(await count()).toBe(1)
  const kinds = test.db.select({ kind: events.kind }).from(events).orderBy(sql`rowid`).all()
  expect(kinds.flatMap(({ kind }) => (kind.startsWith('message.') ? [kind] : []))).toEqual([
    'message.received',
    'message.done',
    'message.reopened',
  ])
  expect((await desk.put(`/contact-messages/${uuid()}/done`, { done: true })).statusCode).toBe(404)
})

it('stores a repeated form once, and refuses to reuse its id for another text', async () => {
  const test = await clinicWithMail()
  const message = messageOf()
  const answers = await Promise.all([1, 2, 3].map(() => send(test, message)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await listed(test)).toHaveLength(1)
  expect(await takeEmails(test)).toHaveLength(1)
  const changed = await send(test, { ...message, query: 'Something else' })
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'changed'])
})

it('keeps a message in To do while the clinic’s address is the sample', async () => {
  const test = await buildTestApp({ env: MAIL })
  expect((await send(test, messageOf())).statusCode).toBe(200)
  expect(await takeEmails(test)).toEqual([])
  expect(await listed(test)).toHaveLength(1)
})

it('sends nothing without a mail server, which pages can tell', async () => {
  const test = await buildTestApp()
  const refused = await send(test, messageOf())
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_email'])
  expect(test.db.select().from(contactMessages).all()).toEqual([])
  expect((await test.app.inject('/clinic')).json()).not.toHaveProperty('takesMessages')
  const withMail = await clinicWithMail()
  expect((await withMail.app.inject('/clinic')).json()).toMatchObject({ takesMessages: true })
})

it('accepts 5 messages an hour from an address, ignoring repeated ones, then offers the phone', async () => {
  const test = await clinicWithMail({ RATE_LIMIT: 'on' })
  const first = messageOf()
  for (const message of [first, ...[2, 3, 4, 5].map(() => messageOf())]) {
    expect((await send(test, message)).statusCode).toBe(200)
  }
  const refused = await send(test, messageOf())
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_messages'])
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json().message).toMatch(/Please call \S/)
  expect((await send(test, first)).statusCode).toBe(200)
  expect((await send(test, messageOf(), '203.0.113.2')).statusCode).toBe(200)
})

it('accepts 50 messages in 24 hours', async () => {
  const test = await clinicWithMail()
  for (let count = 0; count < 50; count += 1) await send(test, messageOf())
  const refused = await send(test, messageOf())
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_messages'])
  test.setTime(new Date(MONDAY_MORNING.getTime() + 24 * HOUR + 1))
  expect((await send(test, messageOf())).statusCode).toBe(200)
})

it.each([
  ['no name', { name: ' ' }],
  ['a name of two lines', { name: 'Ann\nBcc: all@example.com' }],
  ['an email that is none', { email: 'ann' }],
  ['two emails', { email: 'ann@example.com, boris@example.com' }],
  ['an email with a line break', { email: 'ann@example.com\nBcc: all@example.com' }],
  ['a phone without digits', { phone: 'call me' }],
  ['no words', { query: '\u200B\n' }],
  ['too many words', { query: 'x'.repeat(2001) }],
  ['a key that is none', { key: 'key' }],
])('refuses %s', async (_, changes) => {
  const test = await clinicWithMail()
  expect((await send(test, messageOf(changes))).statusCode).toBe(400)
  expect(test.db.select().from(contactMessages).all()).toEqual([])
})

it('removes characters that change text direction', async () => {
  const test = await clinicWithMail()
  await send(test, messageOf({ query: 'abc\u202Edef\u2066' }))
  expect(await listed(test)).toMatchObject([{ query: 'abcdef' }])
})

it.each([1, 2])(
  'loses neither message nor email when the process is killed (%i)',
  async (point) => {
    const { db, stripe } = await clinicWithMail()
    const crash = crashAt({ db, stripe }, point)
    const receive = () =>
      db.transaction(() =>
        receiveMessage(db, messageOf({ key: KEY }), {
          recipient: CLINIC_EMAIL,
          now: MONDAY_MORNING,
        }),
      )
    expect(receive).toThrow(Crash)
    const stored = db.select().from(contactMessages).all().length
    expect(stored).toBe(point - 1)
    expect(db.select().from(notifications).all()).toHaveLength(stored)
    crash.restart()
    expect(receive()).toBe('received')
    expect(db.select().from(contactMessages).all()).toHaveLength(1)
    expect(db.select().from(notifications).all()).toHaveLength(1)
  },
)

const KEY = '01890a5d-ac96-774b-bcce-b302099a8101'

it('deletes messages 90 days after they are done, and those by a removed user', async () => {
  const test = await clinicWithMail()
  const ann = await signIn(test, 'ann@example.com')
  const desk = await signInStaff(test)
  await send(test, messageOf())
  await send(test, messageOf({ email: 'boris@example.com' }))
  const [boris] = await listed(test)
  await desk.put(`/contact-messages/${boris?._id}/done`, { done: true })
  const tidyAfter = (days: number) =>
    tidyMessages(test.db, {
      messageDays: 90,
      now: new Date(MONDAY_MORNING.getTime() + days * 24 * HOUR + 1),
    })
  expect([tidyAfter(89), tidyAfter(90), tidyAfter(1_000)]).toEqual([0, 1, 0])
  expect(await listed(test)).toMatchObject([{ email: ann.email }])
  const moment = { today: '2027-03-01', minute: 0 }
  removeUser(test.db, { email: ann.email, actor: desk.uid, moment, now: MONDAY_MORNING })
  expect(await listed(test)).toEqual([])
})

it('records whose messages staff have seen', async () => {
  const test = await clinicWithMail()
  const ann = await signIn(test, 'ann@example.com')
  await send(test, messageOf())
  await listed(test)
  const seen = test.db
    .select()
    .from(events)
    .all()
    .filter(({ kind }) => kind === 'user.viewed')
  expect(seen).toMatchObject([{ subject: ann.uid, data: { what: 'messages' } }])
})
