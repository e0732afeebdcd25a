import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { WebhookRequest } from '#domain/webhooks/post-webhook.ts'
import { eventDeliveries, events, webhookEndpoints } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'
import type { JobContext } from '../queue/handler.ts'
import { deliveries } from '../testing/database.ts'
import { sendWebhook } from './send-webhook.ts'

const HOOK = { url: 'https://other.example/hook', kinds: ['appointment.booked'] }

interface Hook {
  api: TestApp
  id: string
  secret: string
  /** A call of the API about webhooks, as the admin. */
  call: Session['call']
  /** Books an appointment; returns its id. */
  book: (slot?: string) => Promise<string>
  /** Attempts every waiting delivery; returns the requests. */
  deliver: (fails?: string) => Promise<WebhookRequest[]>
}

async function hook(): Promise<Hook> {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  const call: Hook['call'] = (method, path, payload) =>
    admin.call(method, `/webhook-endpoints${path}`, payload)
  const { body: added } = await call('POST', '', HOOK)
  return {
    api,
    id: added.endpoint._id,
    secret: added.secret,
    call,
    async book(slot = '09:00 AM - 09:30 AM') {
      const parent = await signIn(api, `${slot.slice(0, 2)}${slot.slice(3, 5)}@example.com`)
      return book(api, parent, { slot })
    },
    async deliver(fails) {
      const sent: WebhookRequest[] = []
      const handler = sendWebhook(async (request) => {
        sent.push(request)
        if (fails) throw new Error(fails)
      })
      const waiting = deliveries(api.db).filter(({ status }) => status === 'pending')
      for (const { handler: name, eventId } of waiting) {
        const target = name.split('@')[1]
        const event = allOf(api.db, events).find(({ id }) => id === eventId)
        if (target === undefined || !event) continue
        const context = { db: api.db, signal: AbortSignal.timeout(5_000) } as unknown as JobContext
        await handler.run({}, { ...context, event, attempt: 1, target }).catch(() => {})
      }
      return sent
    },
  }
}

describe('a webhook', () => {
  test('announces an event with its kind and ids, signed as Standard Webhooks', async () => {
    const { book, deliver, secret, api } = await hook()
    const id = await book()
    const [request] = await deliver()
    expect(request?.url).toBe(HOOK.url)
    const body = JSON.parse(request?.body ?? '')
    const booked = allOf(api.db, events).find(({ kind }) => kind === 'appointment.booked')
    expect(body).toEqual({
      type: 'appointment.booked',
      timestamp: booked?.occurredAt.toISOString(),
      data: { id },
    })
    expect(request?.headers['webhook-id']).toBe(booked?.id)
    const verify = () => new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
    expect(verify()).toEqual(body)
    expect(() => new Webhook(secret).verify(`${request?.body} `, request?.headers ?? {})).toThrow()
  })

  test('is notified of its kinds only, and of nothing while it is off', async () => {
    const { book, call, id, api } = await hook()
    const sent = () =>
      deliveries(api.db).filter(({ handler }) => handler.startsWith('webhook.send@'))
    await call('PUT', `/${id}`, { ...HOOK, kinds: ['appointment.moved'], active: true, version: 0 })
    await book()
    await call('PUT', `/${id}`, { ...HOOK, active: false, version: 1 })
    await book('10:00 AM - 10:30 AM')
    expect(sent()).toEqual([])
    await call('PUT', `/${id}`, { ...HOOK, active: true, version: 2 })
    await book('11:00 AM - 11:30 AM')
    expect(sent()).toHaveLength(1)
  })

  test('signs with the old secret, too, for a day after a rotation', async () => {
    const { book, deliver, secret, call, id } = await hook()
    const { body: rotated } = await call('POST', `/${id}/secret`)
    expect(rotated.secret).not.toBe(secret)
    await book()
    const [request] = await deliver()
    for (const each of [secret, rotated.secret]) {
      // The test's clock is on another day than the machine's: the previous secret is still valid.
      expect(new Webhook(each).verify(request?.body ?? '', request?.headers ?? {})).toBeTruthy()
    }
    expect(JSON.stringify((await call('GET', '')).body)).not.toContain('whsec')
  })

  test('lists its deliveries, and sends one again under the same id', async () => {
    const { book, deliver, call, id, api } = await hook()
    await book()
    const [first] = await deliver()
    const list = async () => (await call('GET', `/${id}/deliveries`)).body.deliveries
    const [delivery] = await list()
    expect(delivery).toMatchObject({ kind: 'appointment.booked', status: 'pending', attempts: 0 })
    api.db.update(eventDeliveries).set({ status: 'failed', lastError: 'The answer was 500.' }).run()
    expect(await list()).toMatchObject([{ status: 'failed', error: 'The answer was 500.' }])
    const replay = `/${id}/deliveries/${delivery._id}/replay`
    expect((await call('POST', replay)).body).toMatchObject({ status: 'pending', error: null })
    const [again] = await deliver()
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect((await call('POST', `/${id}/deliveries/${id}/replay`)).status).toBe(404)
  })

  test('is turned off after five days of failures, with an alarm; a success in between resets them', async () => {
    const { book, deliver, id, api, call } = await hook()
    const endpoint = () => api.db.select().from(webhookEndpoints).get()
    const failingFor = (days: number) =>
      api.db
        .update(webhookEndpoints)
        .set({ failingSince: new Date(Date.now() - days * 86_400_000 - 1_000) })
        .run()
    await book()
    await deliver('The answer was 500.')
    expect(endpoint()).toMatchObject({ active: true, failingSince: expect.any(Date) })
    failingFor(4)
    await deliver('The answer was 500.')
    expect(endpoint()?.active).toBe(true)
    await deliver()
    expect(endpoint()?.failingSince).toBeNull()
    await deliver('The answer was 500.')
    failingFor(5)
    await deliver('The answer was 500.')
    expect(endpoint()?.active).toBe(false)
    const disabled = allOf(api.db, events).filter(({ kind }) => kind === 'webhook.disabled')
    expect(disabled.map(({ subject }) => subject)).toEqual([id])
    expect(deliveries(api.db).map(({ handler }) => handler)).toContain('alarm.webhook_disabled')
    expect(await deliver()).toEqual([])
    const { version } = (await call('GET', '')).body[0]
    await call('PUT', `/${id}`, { ...HOOK, active: true, version })
    expect(endpoint()).toMatchObject({ active: true, failingSince: null })
  })

  test('is removed with its deliveries', async () => {
    const { book, call, id, api } = await hook()
    await book()
    expect((await call('DELETE', `/${id}`)).body).toEqual({ deletedCount: 1 })
    expect(deliveries(api.db).filter(({ handler }) => handler.includes(id))).toEqual([])
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
  })

  test('with an outdated version is refused with the current one', async () => {
    const { call, id } = await hook()
    const change = { ...HOOK, active: false, version: 7 }
    expect(await call('PUT', `/${id}`, change)).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { active: true, version: 0 } },
    })
  })

  test.each([
    'http://other.example/',
    'https://user:secret@other.example/',
    'https://other.example/#x',
    'ftp://other.example/',
    'other.example',
    '',
  ])('rejects the address %j', async (url) => {
    const { call } = await hook()
    expect((await call('POST', '', { ...HOOK, url })).status).toBe(400)
  })

  test('is limited to ten', async () => {
    const { call } = await hook()
    for (let more = 1; more < 10; more += 1) {
      expect((await call('POST', '', HOOK)).status).toBe(201)
    }
    expect((await call('POST', '', HOOK)).status).toBe(422)
  })
})
