import Fastify from 'fastify'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { type StripeSandbox, type StripeSandboxOptions, startStripeSandbox } from '../server.ts'

export const secretKey = 'sk_test_harness'
export const webhookSecret = 'whsec_harness'

/** The real SDK, pointed at a sandbox. */
export function sdk(
  sandbox: Pick<StripeSandbox, 'port'>,
  { key = secretKey, ...config }: Stripe.StripeConfig & { key?: string } = {},
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 5000,
    ...config,
  })
}

/**
 * A sandbox for one test, on a free port with an empty folder, without delays between webhook attempts.
 * @param webhookUrl without it, webhooks wait
 */
export async function startSandbox({
  webhookUrl,
  ...options
}: Partial<StripeSandboxOptions> & { webhookUrl?: string } = {}): Promise<{
  sandbox: StripeSandbox
  stripe: Stripe
}> {
  const sandbox = await startStripeSandbox({
    port: 0,
    dataDir: temporaryFolder(),
    secretKey,
    webhookSecret,
    retryDelaysMs: [0, 0, 0],
    ...options,
  })
  onTestFinished(() => sandbox.close())
  if (webhookUrl) sandbox.control.sendWebhooksTo(webhookUrl)
  return { sandbox, stripe: sdk(sandbox) }
}

type Receiver = {
  url: string
  /** The event of every accepted call, verified by the real SDK. */
  events: Stripe.Event[]
  /** Number of calls, accepted or not. */
  calls: () => number
  /** Answers the next `times` calls with this status. */
  answerNext: (status: number, times: number) => void
}

/** A webhook endpoint as the clinic's: it verifies the signature over the raw body. */
export async function startReceiver(): Promise<Receiver> {
  const app = Fastify()
  const events: Stripe.Event[] = []
  const answers: number[] = []
  let calls = 0
  const verifier = new Stripe(secretKey)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: unknown, b: Buffer) => b,
  )
  app.post<{ Body: Buffer }>('/webhooks/stripe', async (request, reply) => {
    calls += 1
    const signature = request.headers['stripe-signature'] ?? ''
    const event = verifier.webhooks.constructEvent(request.body, signature, webhookSecret)
    const status = answers.shift() ?? 200
    if (status === 200) events.push(event)
    return reply.code(status).send({ received: true })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return {
    url: `${url}/webhooks/stripe`,
    events,
    calls: () => calls,
    answerNext: (status, times) => {
      answers.push(...Array.from({ length: times }, () => status))
    },
  }
}

/** Opens an intent of 75.50 dollars for cards. */
export function openIntent(
  stripe: Stripe,
  params: Partial<Stripe.PaymentIntentCreateParams> & Record<string, unknown> = {},
): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return stripe.paymentIntents.create({
    amount: 7550,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...params,
  })
}

/** The types of all events, oldest first. */
export async function eventTypes(stripe: Stripe): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  return events.map(({ type }) => type).reverse()
}

/** The reason with which a promise was rejected; fails when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const result = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (result instanceof Stripe.errors.StripeError) return result
  throw new Error(`Expected a refusal of Stripe's, got ${String(result)}`)
}
