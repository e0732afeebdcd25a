import { createHash } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyReply } from 'fastify'
import Stripe from 'stripe'
import { ZodError, z } from 'zod'
import { acceptForms } from '../mailbox/page.ts'
import { registerApi } from './api/api.ts'
import { invalidRequest, StripeRefusal } from './api/errors.ts'
import { decodeForm } from './api/form.ts'
import { createControl, registerControl, type SandboxControl } from './control.ts'
import { createFaults } from './faults.ts'
import { newId } from './records/records.ts'
import { openStore } from './records/store.ts'
import { reviveDeliveries } from './webhooks/webhook-queue.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type StripeSandboxOptions = {
  /** Loopback port; 0 for any free one. */
  port: number
  /** The folder of `stripe-sandbox.sqlite`. */
  dataDir: string
  /** The `sk_test_…` key the clinic's server uses. */
  secretKey: string
  /** The `whsec_…` secret that webhooks are signed with. */
  webhookSecret: string
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Waits between the attempts of a webhook, in milliseconds. */
  retryDelaysMs?: number[]
  /** For the response to a webhook, in milliseconds. */
  webhookTimeoutMs?: number
  /** Unix milliseconds. */
  now?: () => number
}

export type StripeSandbox = {
  url: string
  port: number
  publishableKey: string
  control: SandboxControl
  /** Closes connections and aborts webhooks; undelivered ones are sent after the next start. */
  close(): Promise<void>
}

/** In bytes. */
const BODY_LIMIT = 64 * 1024

const secondsToMs = (seconds: number): number => seconds * 1000
const defaultRetryDelays = [1, 5, 15, 60, 300, 1800, 3600, 10_800].map(secondsToMs)

/** The publishable key of a secret key; the secret cannot be derived from it. */
function publishableKeyFor(secretKey: string): string {
  return `pk_test_${createHash('sha256').update(secretKey).digest('hex').slice(0, 32)}`
}

/**
 * Starts the stand-in for Stripe's API on 127.0.0.1. It stores its state in `dataDir`, responds to
 * the real SDK in the format of its API version, and sends signed webhooks.
 * @throws when the port is in use or the state is from another version
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { log, now = Date.now } = options
  const keys = {
    secret: options.secretKey,
    publishable: publishableKeyFor(options.secretKey),
  }
  const store = openStore(options.dataDir)
  const faults = createFaults()
  const webhooks = createWebhooks({
    store,
    secret: options.webhookSecret,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelays,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
    now,
    log,
  })
  const control = createControl(store, faults, webhooks, now)

  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT,
    routerOptions: { querystringParser: decodeForm },
  })
  acceptForms(app, BODY_LIMIT, decodeForm)
  const refuse = (reply: FastifyReply, { status, body }: StripeRefusal) =>
    reply.code(status).send({ error: body })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof StripeRefusal) return refuse(reply, error)
    if (error instanceof ZodError) return refuse(reply, invalidRequest(z.prettifyError(error)))
    const status = (error instanceof Error && 'statusCode' in error && error.statusCode) || 500
    log?.error({ err: error }, 'the Stripe sandbox failed')
    const message = 'The Stripe sandbox failed; see its log.'
    return refuse(reply, new StripeRefusal(Number(status), { type: 'api_error', message }))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    const message = `Unrecognized request URL (${request.method}: ${path}). The sandbox doesn’t have this call.`
    reply.header('request-id', newId('req'))
    return refuse(reply, new StripeRefusal(404, { type: 'invalid_request_error', message }))
  })
  registerApi(app, { store, faults, keys, now, changed: webhooks.wake })
  registerControl(app, control, keys)

  const listening = app.listen({ host: '127.0.0.1', port: options.port })
  const url = await listening.catch((error: unknown) => {
    store.close()
    throw error
  })
  const port = Number(new URL(url).port) || options.port
  reviveDeliveries(store, now())
  webhooks.wake()
  log?.info({ url, apiVersion: Stripe.API_VERSION }, 'Stripe sandbox is listening')

  return {
    url,
    port,
    publishableKey: keys.publishable,
    control,
    close: async () => {
      await webhooks.close()
      await app.close()
      store.close()
    },
  }
}
