import { flushCompileCache } from 'node:module'
import { seedDatabase } from '../../drizzle/seed.ts'
import { sandboxStripeConfig } from '../../sandbox/stripe-config.ts'
import { buildApp } from '../../server/app.ts'
import { readEnv } from '../../server/env.ts'
import { openImages } from '../../server/images/images.ts'
import { createLogger } from '../../server/logger.ts'
import { connectStripe } from '../../server/payments/stripe.ts'
import { stopOnSignal } from '../../server/stop-on-signal.ts'
import { openStore } from '../../server/store.ts'
import { EMBEDDED } from '../../server/testing/embedded.ts'
import { createFakeIdentity } from '../../server/testing/fake-identity.ts'
import { productRegistry } from '../../workers/product-registry.ts'
import { startEvents } from '../../workers/start.ts'

// The API and its workers in one process that can be killed without its providers: the sandbox
// for card payments runs elsewhere, and nobody signs in. It is put together as
// `server/index.ts` does it. It sends its parent its URL and pid, and takes from it by how many
// milliseconds its clock is to be wrong.

/** Stripe's answers are waited for as long as this, for each of three tries, in milliseconds. */
const STRIPE_TIMEOUT_MS = 500

let wrongByMs = 0
globalThis.Date = new Proxy(Date, {
  construct: (real, parts, type) =>
    Reflect.construct(real, parts.length > 0 ? parts : [real.now() + wrongByMs], type),
  get: (real, name) => (name === 'now' ? () => real.now() + wrongByMs : Reflect.get(real, name)),
})
process.on('message', (ms) => {
  wrongByMs = Number(ms)
})
process.once('disconnect', () => process.exit(1))

const env = readEnv(process.env)
const log = createLogger(env)
const db = openStore(env.dataDir)
seedDatabase(db, new Date())
const stripe = connectStripe({ ...sandboxStripeConfig(env), timeoutMs: STRIPE_TIMEOUT_MS })
const identity = createFakeIdentity()
const images = await openImages(env)
const events = await startEvents({
  db,
  registry: productRegistry({ stripe, identity, images }),
  log,
  redisUrl: env.redisUrl,
})
const app = await buildApp({
  env,
  db,
  identity,
  stripe,
  images,
  logger: log,
  clock: () => new Date(),
  embedded: EMBEDDED,
  wakeRelay: events.wake,
})
stopOnSignal(async () => {
  await app.close()
  await events.close()
  db.$client.close()
}, log)
const url = await app.listen({ port: env.port, host: env.host })
process.send?.({ url, pid: process.pid })
// A process that is killed would leave nothing compiled to the next one.
flushCompileCache()
