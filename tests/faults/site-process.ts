import { flushCompileCache } from 'node:module'
import { readEnv } from '#domain/config/env.ts'
import { createLogger } from '#domain/logging/logger.ts'
import { connectStripe } from '#domain/payments/stripe/stripe.ts'
import { openStore } from '#domain/process/open-store.ts'
import { stopOnSignal } from '#domain/process/stop-on-signal.ts'
import { createFakeIdentity } from '#domain/testing/fake-identity.ts'
import { EMBEDDED } from '#domain/testing/settings.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { embeddedConnection } from '#sandbox/smtp/connection.ts'
import { sandboxStripeConfig } from '#sandbox/stripe/stripe-config.ts'
import { startApi } from '#server/start-api.ts'

// API and workers in one process that can be killed without its providers: the Stripe sandbox runs
// elsewhere, and no user logs in. Sends its pid to its parent once it is ready, and receives the offset of
// its clock in milliseconds.

/** Timeout of each of three attempts to call Stripe, in milliseconds. */
const STRIPE_TIMEOUT_MS = 500

let offsetMs = 0
globalThis.Date = new Proxy(Date, {
  construct: (real, parts, type) =>
    Reflect.construct(real, parts.length > 0 ? parts : [real.now() + offsetMs], type),
  get: (real, name) => (name === 'now' ? () => real.now() + offsetMs : Reflect.get(real, name)),
})
process.on('message', (ms) => {
  offsetMs = Number(ms)
})
process.once('disconnect', () => process.exit(1))

const env = readEnv(process.env)
const log = createLogger(env)
const db = openStore(env.dataDir)
seedDatabase(db, new Date())
const closers: (() => unknown)[] = [() => db.$client.close()]
stopOnSignal(async () => {
  for (const close of closers.reverse()) await close()
}, log)
await startApi(
  {
    env,
    log,
    db,
    identity: createFakeIdentity(),
    stripe: connectStripe({ ...sandboxStripeConfig(env), timeoutMs: STRIPE_TIMEOUT_MS }),
    clock: () => new Date(),
    embedded: EMBEDDED,
    mail: env.mail ?? embeddedConnection(env),
  },
  closers,
)
process.send?.({ pid: process.pid })
// A killed process would not write the compile cache.
flushCompileCache()
