import { checkedFoldersOf } from '#domain/config/checked-folders.ts'
import type { Env } from '#domain/config/env.ts'
import { loadEnv } from '#domain/config/load-env.ts'
import type { FirebaseConfig } from '#domain/identity/admin-app.ts'
import { createFirebaseIdentity } from '#domain/identity/firebase.ts'
import { openImages } from '#domain/images/images.ts'
import { createLogger } from '#domain/logging/logger.ts'
import type { MailConnection } from '#domain/notifications/sending/connect-mail.ts'
import { openEmails } from '#domain/notifications/sending/open-emails.ts'
import { connectStripe, type StripeConfig } from '#domain/payments/stripe/stripe.ts'
import { describeStartFailure, StartError } from '#domain/process/errors.ts'
import { openStore } from '#domain/process/open-store.ts'
import { productRegistry } from './jobs/registry.ts'
import { runWorker } from './queue/queue-worker.ts'
import { defaultSettings } from './queue/settings.ts'

// `npm run worker`: a worker process on REDIS_URL and the site's database; start any number of them.

try {
  const env = loadEnv()
  const { redisUrl } = env
  if (redisUrl === undefined) {
    throw new StartError(
      'REDIS_URL is not set: without Redis the site runs its workers itself, and there is nothing to do here.',
    )
  }
  const db = openStore(env.dataDir)
  runWorker({
    db,
    registry: productRegistry({
      stripe: connectStripe(await stripeConfig(env)),
      identity: createFirebaseIdentity(await identityConfig(env)),
      images: await openImages(env),
      emails: openEmails(env, db, await mailConnection(env)),
      operations: checkedFoldersOf(env),
    }),
    log: createLogger(env),
    settings: defaultSettings,
    redisUrl,
  })
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}

async function stripeConfig(env: Env): Promise<StripeConfig> {
  if (env.stripe) {
    return { secretKey: env.stripe.secretKey, webhookSecrets: [env.stripe.webhookSecret] }
  }
  // The site runs the sandbox; the data folder has what is needed to connect to it.
  const { sandboxStripeConfig } = await import('#sandbox/stripe/stripe-config.ts')
  return sandboxStripeConfig(env)
}

async function identityConfig(env: Env): Promise<FirebaseConfig> {
  if (env.firebase) return { mode: 'firebase', ...env.firebase }
  // The site runs the emulator.
  const { emulatedProject } = await import('#sandbox/firebase-auth/emulator/project.ts')
  return emulatedProject(env)
}

async function mailConnection(env: Env): Promise<MailConnection> {
  if (env.mail) return env.mail
  // The site runs the mail server.
  const { embeddedConnection } = await import('#sandbox/smtp/connection.ts')
  return embeddedConnection(env)
}
