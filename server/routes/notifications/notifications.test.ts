import { beforeEach, describe, expect, it } from 'vitest'
import { createUnsubscribeTokens } from '#domain/notifications/content/link-tokens.ts'
import { addReminders } from '#domain/notifications/reminders.ts'
import { recordUnreachable } from '#domain/notifications/sending/bounces.ts'
import { signMailReport } from '#domain/notifications/sending/mail-reports.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { inviteGuardian } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  queryOf,
  type Session,
  signIn,
  signInAdmin,
  TEST_SECRET,
  type TestApp,
  WEDNESDAY,
} from '#server/testing/test-app.ts'
import { addressIn, LANGUAGES } from '#words/languages.ts'

let test: TestApp
let anna: Session
let admin: Session

const VERIFIED = { emailVerified: true }

beforeEach(async () => {
  test = await buildTestApp({ env: { MAIL_WEBHOOK_SECRET: TEST_SECRET } })
  admin = await signInAdmin(test)
  anna = await signIn(test, 'anna@example.com', VERIFIED)
})

async function list(query: object = {}) {
  const response = await admin.get('/notifications', queryOf(query))
  expect(response.statusCode).toBe(200)
  return response.json()
}

const resend = (id: string) => admin.post(`/notifications/${id}/resend`)

/** Marks everything as sent. */
const sendAll = () =>
  test.db.$client.prepare("UPDATE notifications SET state = 'sent', sent_at = 1").run()

const user = () => findUser(test.db, anna.uid)

describe('GET /notifications', () => {
  it('lists emails newest first, in pages, by state, person and appointment', async () => {
    const first = await book(test, anna)
    sendAll()
    const second = await book(test, anna, { date: WEDNESDAY })
    const { notifications, next } = await list({ limit: 2 })
    expect(notifications).toMatchObject([
      {
        kind: 'reminder',
        state: 'due',
        recipient: { name: 'anna', email: anna.email },
        about: WEDNESDAY,
        dueAt: '2027-03-02T21:00:00.000Z',
        canResend: false,
      },
      {
        kind: 'booked',
        state: 'due',
        about: 'Allergy Testing, Mar 3, 2027, 9:00 AM',
        sentAt: null,
        canResend: false,
      },
    ])
    const rest = await list({ before: next, limit: 2 })
    expect(rest).toMatchObject({
      notifications: [{ kind: 'booked', state: 'sent', canResend: true }],
      next: null,
    })
    const count = async (query: object) => (await list(query)).notifications.length
    expect(await count({ state: 'sent' })).toBe(1)
    expect(await count({ state: 'due' })).toBe(2)
    expect(await count({ state: 'failed' })).toBe(0)
    expect(await count({ person: anna.email })).toBe(3)
    expect(await count({ person: 'stranger@example.com' })).toBe(0)
    expect(await count({ appointment: first })).toBe(1)
    expect(await count({ appointment: second })).toBe(1)
  })

  it('records views of an invited address for the inviter and for its account', async () => {
    const boris = await signIn(test, 'boris@example.com', VERIFIED)
    const children = addChildren(test, anna, ['Mia'])
    for (const email of ['stranger@example.com', boris.email]) {
      await inviteGuardian(anna, { email, children })
    }
    await list()
    const views = [anna, boris].map(({ uid }) =>
      eventsOf(test.db, uid).filter(({ kind }) => kind === 'user.viewed'),
    )
    const seen = { kind: 'user.viewed', actor: admin.uid, data: { what: 'emails' } }
    expect(views).toEqual([[seen], [seen]])
  })
})

describe('POST /notifications/{id}/resend', () => {
  it('writes one more email, which is due at once, with an event', async () => {
    await book(test, anna)
    sendAll()
    const { notifications } = await list()
    const [{ _id: original }] = notifications
    const wakes = test.wakes()
    const [one, two] = [await resend(original), await resend(original)]
    expect([one.statusCode, two.statusCode]).toEqual([202, 202])
    expect(one.json()).toEqual(two.json())
    expect(test.wakes()).toBeGreaterThan(wakes)
    expect(await list()).toMatchObject({
      notifications: [{ _id: one.json()._id, kind: 'booked', state: 'due' }, { _id: original }],
    })
    expect(eventsOf(test.db, anna.uid)).toContainEqual({
      kind: 'user.email_resent',
      actor: admin.uid,
      data: { notificationId: one.json()._id, kind: 'booked' },
    })
  })

  it('refuses emails that are unknown, not sent yet, or no longer true', async () => {
    const id = await book(test, anna)
    const { notifications } = await list()
    const [{ _id: original }] = notifications
    expect((await resend('01890000-0000-7000-8000-000000000000')).statusCode).toBe(404)
    expect((await resend(original)).json()).toMatchObject({ code: 'not_current' })
    sendAll()
    test.db.$client.prepare("UPDATE appointments SET status = 'cancelled' WHERE id = ?").run(id)
    expect((await resend(original)).json()).toMatchObject({ code: 'not_current' })
    expect((await list()).notifications).toHaveLength(1)
  })
})

it('/email-settings lists the user’s emails, and switches reminders', async () => {
  const get = await anna.get('/email-settings')
  const settings = {
    address: anna.email,
    verified: true,
    reachable: true,
    reminders: true,
    language: 'en',
    stoppedFor: [],
  }
  expect(get.json()).toEqual(settings)
  for (const payload of [{ reminders: false }, { reminders: false }]) {
    const put = await anna.put('/email-settings', payload)
    expect(put.json()).toEqual({ ...settings, reminders: false })
  }
  const changes = eventsOf(test.db, anna.uid).filter(
    ({ kind }) => kind === 'user.reminders_changed',
  )
  expect(changes).toEqual([
    { kind: 'user.reminders_changed', actor: anna.uid, data: { reminders: false } },
  ])
})

it('/email-settings changes the language of emails, and nothing else', async () => {
  for (const language of ['es', 'es', 'en']) {
    const put = await anna.put('/email-settings', { language })
    expect(put.json()).toMatchObject({ reminders: true, language })
  }
  expect(
    eventsOf(test.db, anna.uid).filter(({ kind }) => kind === 'user.language_changed'),
  ).toEqual(
    ['es', 'en'].map((language) => ({
      kind: 'user.language_changed',
      actor: anna.uid,
      data: { language },
    })),
  )
  expect(user()?.language).toBeNull()
  const unknown = await anna.put('/email-settings', { language: 'tlh' })
  expect(unknown.statusCode).toBe(400)
})

describe('POST /unsubscribe', () => {
  const tokens = createUnsubscribeTokens({ secret: TEST_SECRET, siteUrl: '' })
  const post = (token: string, url = '/unsubscribe') =>
    test.app.inject({
      method: 'POST',
      url,
      query: { token },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  it('switches reminders off without a login, as mail programs do', async () => {
    const url = new URL(
      createUnsubscribeTokens({ secret: TEST_SECRET, siteUrl: 'https://sprout.example' }).urlFor(
        anna.uid,
      ),
    )
    expect(url.pathname).toBe('/unsubscribe')
    for (let time = 0; time < 2; time += 1) {
      const response = await post(url.searchParams.get('token') ?? '')
      expect(response.json()).toEqual({ unsubscribed: true })
    }
    expect(user()?.reminders).toBe(false)
    // Anyone with the link may have used it, because it needs no login.
    expect(eventsOf(test.db, anna.uid).at(-1)).toEqual({
      kind: 'user.reminders_changed',
      actor: 'link',
      data: { reminders: false },
    })
    const log = await admin.get('/audit', { kind: 'user.reminders_changed' })
    expect(log.json().events).toMatchObject([
      { actor: { name: 'A link in an email' }, subject: { _id: anna.uid } },
    ])
  })

  it.each(LANGUAGES)('takes the address of the page in the language %s', async (language) => {
    const token = tokens.issue(anna.uid)
    const response = await post(token, addressIn(language, '/unsubscribe'))
    expect(response.json()).toEqual({ unsubscribed: true })
    expect(user()?.reminders).toBe(false)
  })

  it('changes nothing with a GET', async () => {
    const query = { token: tokens.issue(anna.uid) }
    await test.app.inject({ url: '/unsubscribe', query })
    expect(user()?.reminders).toBe(true)
  })

  it.each<[string, (token: string) => string]>([
    ['forged', () => createUnsubscribeTokens({ secret: 'another', siteUrl: '' }).issue(anna.uid)],
    ['of an unknown account', () => tokens.issue('stranger')],
    [
      'for another account',
      (token) => `${Buffer.from(admin.uid).toString('base64url')}.${token.split('.')[1]}`,
    ],
    ['cut', (token) => token.slice(0, -1)],
    ['with more', (token) => `${token}.x`],
    ['empty', () => ''],
  ])('refuses a token that is %s', async (_name, forge) => {
    const response = await post(forge(tokens.issue(anna.uid)))
    expect(response.json()).toMatchObject({ code: 'invalid_link' })
    expect(user()?.reminders).toBe(true)
    expect(findUser(test.db, admin.uid)?.reminders).toBe(true)
  })
})

describe('POST /webhooks/mail', () => {
  const secondsNow = () => Math.floor(Date.now() / 1000)

  function report(
    changes: object,
    { secret = TEST_SECRET, at = secondsNow(), signature = '' } = {},
  ) {
    const payload = JSON.stringify({
      type: 'bounce',
      address: anna.email,
      status: '5.1.1',
      ...changes,
    })
    return test.app.inject({
      method: 'POST',
      url: '/webhooks/mail',
      headers: {
        'content-type': 'application/json',
        'x-mail-signature': signature || signMailReport(payload, secret, at),
      },
      payload,
    })
  }

  it('marks address and email, once, and lists the family with its phone', async () => {
    await book(test, anna)
    sendAll()
    test.db.$client.prepare("UPDATE notifications SET message_id = '<1@clinic>'").run()
    for (let time = 0; time < 2; time += 1) {
      const response = await report({ address: 'Anna@Example.com', messageId: '<1@clinic>' })
      expect(response.json()).toEqual({ received: true })
    }
    expect((await list()).notifications).toMatchObject([{ state: 'bounced', problem: '5.1.1' }])
    const unreachable = await admin.get('/notifications/unreachable')
    expect(unreachable.json()).toEqual([
      {
        _id: anna.uid,
        name: 'anna',
        email: anna.email,
        phone: '+1 212 555 0100',
        dialablePhone: '+12125550100',
        since: test.now().toISOString(),
      },
    ])
    const kinds = eventsOf(test.db, anna.uid).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'user.unreachable')).toHaveLength(1)
  })

  it('is reverted when staff have asked the family, and bounced emails are sent, once', async () => {
    await book(test, anna)
    sendAll()
    test.db.$client.prepare("UPDATE notifications SET message_id = '<1@clinic>'").run()
    await report({ messageId: '<1@clinic>' })
    const [{ _id: id }] = (await list()).notifications
    const resend = () => admin.post(`/notifications/${id}/resend`)
    expect((await resend()).json().message).toMatch(/Emails to this address bounce/)

    const clear = (email: string) =>
      admin.post(`/notifications/unreachable/${anna.uid}/clear`, { email })
    expect((await clear('other@example.com')).json()).toEqual({ modifiedCount: 0 })
    expect((await clear(anna.email)).json()).toEqual({ modifiedCount: 1 })
    expect(user()?.bouncedEmail).toBeNull()
    expect((await list()).notifications).toMatchObject([{ _id: id, state: 'due' }])
    expect((await clear(anna.email)).json()).toEqual({ modifiedCount: 0 })
    expect(eventsOf(test.db, anna.uid).at(-1)).toMatchObject({
      kind: 'user.reachable',
      actor: admin.uid,
    })
  })

  it('about a full mailbox keeps the address, and the email is retried six times', async () => {
    await book(test, anna)
    for (const attempts of [1, 6]) {
      const fields = "state = 'sent', message_id = '<1@clinic>'"
      test.db.$client.prepare(`UPDATE notifications SET ${fields}, attempts = ?`).run(attempts)
      await report({ status: '5.2.2', messageId: '<1@clinic>' })
      const state = attempts === 1 ? 'due' : 'failed'
      expect((await list()).notifications).toMatchObject([{ state, problem: '5.2.2' }])
    }
    expect(user()?.bouncedEmail).toBeNull()
  })

  it.each(['4.2.2', '5.7.1'])('keeps the address for %s', async (status) => {
    expect((await report({ status })).statusCode).toBe(200)
    expect(user()?.bouncedEmail).toBeNull()
  })

  it.each<[string, () => ReturnType<typeof report>]>([
    ['a wrong secret', () => report({}, { secret: 'another secret' })],
    ['an old signature', () => report({}, { at: secondsNow() - 301 })],
    ['a signature of the future', () => report({}, { at: secondsNow() + 400 })],
    ['no signature', () => report({}, { signature: 'none' })],
    ['an unknown type', () => report({ type: 'complaint' })],
    ['a wrong status', () => report({ status: '550' })],
  ])('refuses %s', async (_name, send) => {
    expect((await send()).statusCode).toBe(400)
    expect(user()?.bouncedEmail).toBeNull()
  })
})

it('removes the mark when the address changes', async () => {
  recordUnreachable(test.db, anna.email, { source: 'smtp', now: test.now() })
  const { uid } = anna
  const moved = await signIn(test, 'anna@new.example', { uid, emailVerified: true })
  const response = await moved.get('/email-settings')
  expect(response.json()).toMatchObject({ address: 'anna@new.example', reachable: true })
})

it('writes the reminders of a family and day once', async () => {
  const id = await book(test, anna, { date: WEDNESDAY })
  const row = findAppointment(test.db, id)
  if (!row) throw new Error('It was not booked.')
  addReminders(test.db, row, test.now(), { timeZone: test.env.clinic.timeZone })
  expect((await list({ state: 'due' })).notifications).toHaveLength(2)
})
