import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { invalidRequest } from '../api/errors.ts'
import type { Store } from '../records/store.ts'
import { getEvent } from './events.ts'
import {
  type Delivery,
  listDeliveries,
  nextDue,
  nextDueAt,
  recordAttempt,
} from './webhook-queue.ts'

/**
 * The `Stripe-Signature` header: HMAC-SHA256 over `<timestamp>.<body>`.
 * https://docs.stripe.com/webhooks#verify-manually
 */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}

type WebhookOptions = {
  store: Store
  secret: string
  /** Delays between attempts in milliseconds; there is one more attempt than delays. */
  retryDelaysMs: number[]
  timeoutMs: number
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'> | undefined
}

export type Webhooks = {
  /** Looks for due webhooks; called after each change. */
  wake(): void
  /** Sends to this address from now on. Until there is one, webhooks wait. */
  sendTo(url: string): void
  /**
   * Sends one event (again), or all that were not accepted.
   * @throws StripeRefusal while there is no address
   */
  deliverNow(event?: string): Promise<void>
  /** Resolves when no webhook is waiting for its time or its next attempt. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** The longest time between checks for due webhooks, in milliseconds. */
const LONGEST_WAIT_MS = 60_000

type Outcome = { status: number | null; error: string | null }

/**
 * Sends webhooks one after another in the order in which they are due, each until it gets a 2xx
 * response or has used up its attempts. Planned webhooks are in the store, so none is lost.
 */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { store, now } = options
  const ending = new AbortController()
  let url: string | undefined
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let waiting: (() => void)[] = []

  async function send(event: string, target: string): Promise<Outcome> {
    const body = JSON.stringify(getEvent(store, event), null, 2)
    try {
      const answer = await fetch(target, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signWebhook(body, options.secret, Math.floor(now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(options.timeoutMs)]),
      })
      await answer.body?.cancel()
      return { status: answer.status, error: answer.ok ? null : `answered ${answer.status}` }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  async function attempt(delivery: Delivery, target: string): Promise<void> {
    const copies = Array.from({ length: delivery.copies }, () => send(delivery.event, target))
    const outcomes = await Promise.all(copies)
    if (ending.signal.aborted) return
    const refused = outcomes.find(({ error }) => error !== null)
    const delay = options.retryDelaysMs[delivery.attempts]
    const last = refused ?? outcomes[0] ?? { status: null, error: null }
    recordAttempt(store, delivery.event, {
      state: !refused ? 'delivered' : delay === undefined ? 'failed' : 'pending',
      dueAt: now() + (delay ?? 0),
      ...last,
    })
    if (refused) {
      const { event, type, attempts } = delivery
      options.log?.warn({ event, type, attempt: attempts + 1, ...last }, 'webhook not accepted')
    }
  }

  /** One at a time, so that the order is kept and nothing is sent twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  async function sendDue(): Promise<void> {
    while (!ending.signal.aborted && url !== undefined) {
      const due = nextDue(store, now())
      if (!due) break
      await attempt(due, url)
    }
  }

  function schedule(): void {
    if (ending.signal.aborted) return
    clearTimeout(timer)
    const at = nextDueAt(store)
    if (at === undefined) {
      for (const resolve of waiting) resolve()
      waiting = []
    } else if (url !== undefined) {
      wakeIn(Math.min(Math.max(at - now(), 0), LONGEST_WAIT_MS))
    }
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(wake, ms).unref()
  }

  function wake(): void {
    if (ending.signal.aborted) return
    inTurn(sendDue)
      .then(schedule)
      .catch((error) => {
        // For example a full disk, which must not crash the site.
        options.log?.warn({ err: error }, 'webhooks wait: what is due cannot be read or kept')
        wakeIn(LONGEST_WAIT_MS)
      })
  }

  return {
    wake,
    sendTo: (address) => {
      url = address
      wake()
    },
    deliverNow: (event) =>
      inTurn(async () => {
        const target = url
        if (target === undefined) throw invalidRequest('The sandbox has no webhook address yet.')
        for (const delivery of listDeliveries(store)) {
          const isChosen = event ? delivery.event === event : delivery.state !== 'delivered'
          if (isChosen) await attempt(delivery, target)
        }
        schedule()
      }),
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        wake()
      }),
    close: async () => {
      ending.abort()
      clearTimeout(timer)
      await turn
    },
  }
}
