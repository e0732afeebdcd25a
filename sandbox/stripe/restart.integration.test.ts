import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openIntent, sdk, startReceiver, startSandbox, temporaryFolder } from './testing/harness.ts'

const entry = fileURLToPath(new URL('testing/sandbox-process.ts', import.meta.url))

async function startProcess(
  dataDir: string,
  webhookUrl = '',
): Promise<{ child: ChildProcess; stripe: Stripe }> {
  const child = spawn(process.execPath, [entry, dataDir, webhookUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line] = await once(child.stdout ?? child, 'data')
  return { child, stripe: sdk({ port: Number(String(line)) }) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('a sandbox that is killed', () => {
  it('has everything it answered after the next start, and sends what was not accepted', async () => {
    const dataDir = await temporaryFolder()
    const { child, stripe } = await startProcess(dataDir)
    const key = { idempotencyKey: 'pi:apt_1:1' }
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, key)
    const paid = await openIntent(stripe, { confirm: true, payment_method: 'pm_card_visa' })
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 50 })
    await kill(child)

    const receiver = await startReceiver()
    const next = await startSandbox({ dataDir, webhookUrl: receiver.url })
    expect(await next.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
    expect(await next.stripe.refunds.retrieve(refund.id)).toEqual(refund)
    const replayed = await next.stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, key)
    expect(replayed.id).toBe(intent.id)
    expect(next.sandbox.control.record().totals).toEqual({ charged: 7550, refunded: 50 })
    await next.sandbox.control.webhooksSettled()
    expect(receiver.events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
    ])
  })

  it('loses nothing it has answered, whenever the blow falls', async () => {
    const dataDir = await temporaryFolder()
    const answered: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const { child, stripe } = await startProcess(dataDir)
      const pay = async (): Promise<void> => {
        for (;;) {
          const intent = await openIntent(stripe, {
            confirm: true,
            payment_method: 'pm_card_visa',
          })
          answered.push(intent.id)
          if (answered.length % 15 === 0) child.kill('SIGKILL')
        }
      }
      await Promise.allSettled(Array.from({ length: 4 }, pay))
      await kill(child)
    }
    const { sandbox, stripe } = await startSandbox({ dataDir })
    const { payment_intents: intents, charges, totals } = sandbox.control.record()
    const succeeded = intents.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
    expect(succeeded).toEqual(expect.arrayContaining(answered))
    expect(charges).toHaveLength(intents.length)
    expect(totals.charged).toBe(7550 * intents.length)
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    expect(events).toHaveLength(3 * intents.length)
  })
})
