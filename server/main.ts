import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { type Env, hasRealProviders } from '#domain/config/env.ts'
import { loadEnv } from '#domain/config/load-env.ts'
import { describeTarget } from '#domain/config/replica-target.ts'
import { createLogger } from '#domain/logging/logger.ts'
import type { MailConnection } from '#domain/notifications/sending/connect-mail.ts'
import { connectStripe, type StripeConfig } from '#domain/payments/stripe/stripe.ts'
import type { StripeAdapter } from '#domain/payments/stripe/stripe-adapter.ts'
import { describeStartFailure } from '#domain/process/errors.ts'
import { openStore } from '#domain/process/open-store.ts'
import { stopOnSignal } from '#domain/process/stop-on-signal.ts'
import type { Database } from '#drizzle/client.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import type { MailboxOptions } from '#sandbox/mailbox/mailbox.ts'
import type { EmbeddedProviders } from '#server/http/services.ts'
import { standIns } from './plugins/this-machine.ts'
import { site } from './rendering/site.ts'
import { startApi } from './start-api.ts'
import { preflight } from './startup/preflight.ts'
import { startupBanner } from './startup/startup-banner.ts'
import { findWarnings } from './startup/warnings.ts'

// Starts the site: `node server/main.ts`, with `--api-only` when Vite serves the pages. Nothing imports this
// module.

const SITE_ROOT = join(import.meta.dirname, '..', 'dist', 'web')

/** Functions that stop what was started, to be called in reverse order. */
const closers: (() => unknown)[] = []
let isStopping = false

try {
  await start(loadEnv(), process.argv.includes('--api-only'))
} catch (error) {
  // After a signal during the start, it may fail because something is already closed.
  if (!isStopping) {
    process.stderr.write(`${describeStartFailure(error)}\n`)
    await closeAll()
    process.exit(1)
  }
}

async function start(env: Env, isApiOnly: boolean): Promise<void> {
  const log = createLogger(env)
  stopOnSignal(closeAll, log)
  await preflight(env)

  const db = openStore(env.dataDir)
  closers.push(() => db.$client.close())
  const isNew = seedDatabase(db, new Date(), { isReal: hasRealProviders(env) })

  const { identity, stripe, mail, ...embeds } = await startProviders(env, db, log)
  if (isNew && env.demoData) void demonstrate({ env, db, log, stripe, standIns: embeds })
  const extraPlugins = [
    standIns(embeds.plugins, env),
    ...(isApiOnly ? [] : [site({ root: SITE_ROOT })]),
  ]
  const { embedded } = embeds
  const clock = () => new Date()
  const app = await startApi(
    { env, log, db, identity, stripe, mail, clock, embedded, extraPlugins },
    closers,
  )

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : env.port
  const url = `http://${publicHost(env.host)}:${port}`
  embeds.sendWebhooksTo?.(url)
  const warnings = findWarnings(env)
  for (const warning of warnings) log.warn(warning)
  process.stdout.write(
    startupBanner({
      url,
      isApiOnly,
      dataDir: env.dataDir,
      secondCopy: env.replica && describeTarget(env.replica.target),
      demoAccounts: embeds.demoAccounts,
      warnings,
      embedded: [
        ...embeds.descriptions,
        ...(env.cloudinaryUrl ? [] : ['images: processed and stored in the data folder']),
        ...(env.redisUrl ? [] : ['workers: running in this process']),
      ],
    }),
  )
}

/** The stand-ins for providers that are not configured. */
interface StandIns {
  embedded: EmbeddedProviders
  plugins: FastifyPluginAsync[]
  descriptions: string[]
  demoAccounts: { email: string; password: string }[]
  mailbox: MailboxOptions
  /** The address of the Stripe stand-in. */
  stripeConfig?: StripeConfig
  /** Resolves when the demo accounts exist. */
  accountsReady?: Promise<void>
  sendWebhooksTo?: (siteUrl: string) => void
}

/** Connects to the configured providers, and starts a stand-in for each other one. */
async function startProviders(env: Env, db: Database, log: Logger) {
  const standIns: StandIns = {
    embedded: {},
    plugins: [],
    descriptions: [],
    demoAccounts: [],
    mailbox: {},
  }
  const stripe = connectStripe(
    env.stripe
      ? { secretKey: env.stripe.secretKey, webhookSecrets: [env.stripe.webhookSecret] }
      : await startPayments(env, log, standIns),
  )
  const identity = env.firebase
    ? await openFirebase(env.firebase)
    : await startIdentity(env, db, log, standIns)
  const mail = env.mail ?? (await startMail(env, log, standIns))
  if (!env.firebase || !env.mail) {
    const { sandboxMailbox } = await import('#sandbox/mailbox/mailbox.ts')
    standIns.plugins.push(async (app) => {
      await app.register(sandboxMailbox, standIns.mailbox)
    })
    standIns.descriptions.push('emails and phone codes: /sandbox/mailbox')
  }
  return { identity, stripe, mail, ...standIns }
}

async function startMail(env: Env, log: Logger, standIns: StandIns): Promise<MailConnection> {
  const { embedMail } = await import('#sandbox/smtp/embed.ts')
  const embedded = await embedMail({ env, log })
  closers.push(embedded.close)
  standIns.mailbox.emails = embedded.emails
  standIns.descriptions.push(`emails: SMTP stand-in on port ${env.smtpSandboxPort}`)
  return embedded.connection
}

async function startPayments(env: Env, log: Logger, standIns: StandIns): Promise<StripeConfig> {
  const { embedPayments } = await import('#sandbox/stripe/embed.ts')
  const payments = await embedPayments({ env, log })
  closers.push(payments.close)
  standIns.embedded.payments = payments.config
  standIns.plugins.push(payments.plugin)
  standIns.descriptions.push(
    `payments: Stripe stand-in on port ${env.stripeSandboxPort}, its dashboard: /sandbox/payments`,
  )
  standIns.sendWebhooksTo = payments.sendWebhooksTo
  standIns.stripeConfig = payments.stripe
  return payments.stripe
}

async function openFirebase(project: NonNullable<Env['firebase']>) {
  const { createFirebaseIdentity } = await import('#domain/identity/firebase.ts')
  return createFirebaseIdentity({ mode: 'firebase', ...project })
}

async function startIdentity(env: Env, db: Database, log: Logger, standIns: StandIns) {
  const { DEMO_ACCOUNTS, embedIdentity } = await import('#sandbox/firebase-auth/embed.ts')
  const embedded = embedIdentity({ env, db, log })
  closers.push(embedded.close)
  standIns.embedded.identity = embedded.config
  standIns.plugins.push(embedded.plugin)
  standIns.mailbox.identityMessages = embedded.messages
  standIns.descriptions.push(
    `login: Firebase Auth emulator on port ${env.authEmulatorPort} (starting)`,
  )
  standIns.demoAccounts.push(...DEMO_ACCOUNTS)
  standIns.accountsReady = embedded.ready
  return embedded.identity
}

/** Fills a new database with demonstration data, once the stand-ins have its accounts. */
async function demonstrate({
  env,
  db,
  log,
  stripe,
  standIns: { stripeConfig, accountsReady, demoAccounts },
}: {
  env: Env
  db: Database
  log: Logger
  stripe: StripeAdapter
  standIns: Pick<StandIns, 'stripeConfig' | 'accountsReady' | 'demoAccounts'>
}): Promise<void> {
  if (!stripeConfig || !accountsReady) return
  try {
    await accountsReady
    const { chargeCards, fillClinic } = await import('#sandbox/demonstration/fill-clinic.ts')
    const patient = demoAccounts[0]?.email ?? ''
    const now = () => new Date()
    const charge = chargeCards(stripeConfig)
    await fillClinic({ db, stripe, charge, patient, clinic: env.clinic, now })
  } catch (err) {
    if (!isStopping) log.warn({ err }, 'the demonstration data are not complete')
  }
}

/** The host name in the URL for a visitor on this machine. */
function publicHost(host: string): string {
  return ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
}

async function closeAll(): Promise<void> {
  isStopping = true
  for (const close of closers.splice(0).reverse()) await close()
}
