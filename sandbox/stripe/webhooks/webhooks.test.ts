import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import type { FaultRuleInput } from '../faults.ts'
import { openIntent, startReceiver, startSandbox, webhookSecret } from '../testing/harness.ts'
import { signWebhook } from './webhooks.ts'

type WebhookRule = Extract<FaultRuleInput, { on: 'webhook' }>

const paid = { confirm: true, payment_method: 'pm_card_visa' }
const paidTypes = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

const typesOf = (events: Stripe.Event[]): string[] => events.map(({ type }) => type)

describe('webhooks', () => {
  it('are signed as the SDK signs and verifies', () => {
    const { webhooks } = new Stripe('sk_test_x')
    const timestamp = Math.floor(Date.now() / 1000)
    const payload = '{"object":"event"}'
    const ours = signWebhook(payload, webhookSecret, timestamp)
    expect(ours).toBe(
      webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp }),
    )
    expect(webhooks.constructEvent(payload, ours, webhookSecret)).toEqual({ object: 'event' })
    expect(() => webhooks.constructEvent(`${payload} `, ours, webhookSecret)).toThrow()
  })

  it('report each change in order, with the same event as the list', async () => {
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({ webhookUrl: receiver.url })
    await openIntent(stripe, paid)
    await sandbox.control.webhooksSettled()
    expect(typesOf(receiver.events)).toEqual(paidTypes)
    expect(receiver.events.every(({ api_version }) => api_version === Stripe.API_VERSION)).toBe(
      true,
    )
    const [listed] = (await stripe.events.list()).data
    expect(receiver.events.at(-1)).toEqual(listed)
  })

  it('are sent again until they are answered with 2xx', async () => {
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({ webhookUrl: receiver.url })
    receiver.answerNext(500, 1)
    receiver.answerNext(302, 1)
    await openIntent(stripe)
    await sandbox.control.webhooksSettled()
    expect(receiver.calls()).toBe(3)
    expect(sandbox.control.deliveries()).toMatchObject([
      { type: 'payment_intent.created', state: 'delivered', attempts: 3, lastStatus: 200 },
    ])
  })

  it('wait for an address and during failures of the store, without stopping the sandbox', async () => {
    const receiver = await startReceiver()
    const dataDir = temporaryFolder()
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const { sandbox, stripe } = await startSandbox({ dataDir, log })
    await openIntent(stripe)
    const store = new SQLite(join(dataDir, 'stripe-sandbox.sqlite'))
    onTestFinished(() => void store.close())
    store.exec('ALTER TABLE deliveries RENAME TO away')
    sandbox.control.sendWebhooksTo(receiver.url)
    await expect.poll(() => log.warn).toHaveBeenCalled()
    store.exec('ALTER TABLE away RENAME TO deliveries')
    await sandbox.control.webhooksSettled()
    expect(typesOf(receiver.events)).toEqual(['payment_intent.created'])
  })

  it('wait longer after each attempt and are given up after the last one', async () => {
    let clock = 1_800_000_000_000
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({
      webhookUrl: receiver.url,
      retryDelaysMs: [3_600_000, 7_200_000],
      now: () => clock,
    })
    receiver.answerNext(503, 3)
    await openIntent(stripe)
    await expect.poll(() => receiver.calls()).toBe(1)
    await expect.poll(() => sandbox.control.deliveries()[0]?.dueAt).toBe(clock + 3_600_000)
    clock += 3_600_000
    sandbox.control.sendWebhooksTo(receiver.url)
    await expect.poll(() => sandbox.control.deliveries()[0]?.dueAt).toBe(clock + 7_200_000)
    clock += 7_200_000
    sandbox.control.sendWebhooksTo(receiver.url)
    await sandbox.control.webhooksSettled()
    expect(sandbox.control.deliveries()).toMatchObject([
      { state: 'failed', attempts: 3, lastStatus: 503, lastError: 'answered 503' },
    ])
    await sandbox.control.deliverNow()
    expect(sandbox.control.deliveries()).toMatchObject([{ state: 'delivered', attempts: 4 }])
  })

  it('are not accepted by an endpoint that is down or does not answer in time', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => silent.close().closeAllConnections())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    for (const webhookUrl of ['http://127.0.0.1:9/', `http://127.0.0.1:${port}/`]) {
      const { sandbox, stripe } = await startSandbox({
        webhookUrl,
        webhookTimeoutMs: 50,
        retryDelaysMs: [],
      })
      await openIntent(stripe)
      await sandbox.control.webhooksSettled()
      expect(sandbox.control.deliveries()).toMatchObject([{ state: 'failed', lastStatus: null }])
    }
  })

  it.each<[string, Omit<WebhookRule, 'on'>, string[]]>([
    [
      'repeated, all copies at once',
      { fault: { kind: 'repeat', copies: 3 } },
      [...Array.from({ length: 3 }, () => 'payment_intent.created'), ...paidTypes.slice(1)],
    ],
    ['reversed', { fault: { kind: 'reorder', window: 3 } }, paidTypes.toReversed()],
    [
      'lost, and sent on demand',
      { types: ['charge.succeeded'], times: 'always', fault: { kind: 'lose' } },
      ['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'],
    ],
  ])('can be %s', async (_name, rule, expected) => {
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({ webhookUrl: receiver.url })
    sandbox.control.addFault({ on: 'webhook', ...rule })
    await openIntent(stripe, paid)
    await sandbox.control.webhooksSettled()
    await sandbox.control.deliverNow()
    expect(typesOf(receiver.events)).toEqual(expected)
  })

  it('that are held back arrive when the faults are cleared', async () => {
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({ webhookUrl: receiver.url })
    sandbox.control.addFault({ on: 'webhook', fault: { kind: 'reorder', window: 100 } })
    await openIntent(stripe, paid)
    await sandbox.control.webhooksSettled()
    expect(receiver.calls()).toBe(0)
    sandbox.control.clearFaults()
    await sandbox.control.webhooksSettled()
    expect(receiver.events).toHaveLength(3)
  })

  it('can be delayed', async () => {
    let clock = 1_800_000_000_000
    const receiver = await startReceiver()
    const { sandbox, stripe } = await startSandbox({ webhookUrl: receiver.url, now: () => clock })
    sandbox.control.addFault({ on: 'webhook', fault: { kind: 'delay', ms: 30_000 } })
    await openIntent(stripe)
    expect(sandbox.control.deliveries()[0]?.dueAt).toBe(clock + 30_000)
    clock += 30_000
    await sandbox.control.webhooksSettled()
    expect(receiver.events).toHaveLength(1)
  })

  it('that were not accepted are sent after a kill, which loses nothing that was answered', async () => {
    const dataDir = temporaryFolder()
    const { stripe } = await startSandbox({ dataDir })
    const key = { idempotencyKey: 'pi:apt_1:1' }
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, key)
    await openIntent(stripe, paid)

    // The first one has written nothing since its responses, as after a kill.
    const receiver = await startReceiver()
    const next = await startSandbox({ dataDir, webhookUrl: receiver.url })
    const replayed = await next.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, key)
    expect(replayed).toEqual(intent)
    expect(next.sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 0 })
    await next.sandbox.control.webhooksSettled()
    expect(typesOf(receiver.events)).toEqual(['payment_intent.created', ...paidTypes])
  })

  it('that were given up are sent after a restart', async () => {
    const dataDir = temporaryFolder()
    const { sandbox, stripe } = await startSandbox({
      dataDir,
      webhookUrl: 'http://127.0.0.1:9/',
      retryDelaysMs: [],
    })
    await openIntent(stripe)
    await sandbox.control.webhooksSettled()
    await sandbox.close()

    const receiver = await startReceiver()
    const restarted = await startSandbox({ dataDir, webhookUrl: receiver.url })
    await restarted.sandbox.control.webhooksSettled()
    expect(typesOf(receiver.events)).toEqual(['payment_intent.created'])
  })
})
