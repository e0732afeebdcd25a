import { flushCompileCache } from 'node:module'
import { readEnv } from '../../domain/config/env.ts'
import { createLogger } from '../../domain/logging/logger.ts'
import { connectStripe } from '../../domain/payments/stripe.ts'
import { openStore } from '../../domain/process/open-store.ts'
import { stopOnSignal } from '../../domain/process/stop-on-signal.ts'
import { createFakeIdentity } from '../../domain/testing/fake-identity.ts'
import { seedDatabase } from '../../drizzle/seed.ts'
import { sandboxStripeConfig } from '../../sandbox/stripe/stripe-config.ts'
import { startApi } from '../../server/startup/start-api.ts'
import { EMBEDDED } from '../../server/testing/embedded.ts'

// The API and its workers in one process that can be killed without its providers: the sandbox
// for card payments runs elsewhere, and no one logs in. It sends its parent its pid once it is
// ready, and takes from it by how many milliseconds its clock is to be wrong.

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
  },
  closers,
)
process.send?.({ pid: process.pid })
// A process that is killed would leave nothing compiled to the next one.
flushCompileCache()
