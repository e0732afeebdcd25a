import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { StartError } from '../process/errors.ts'
import * as format from './env-formats.ts'
import { findGroupProblems } from './env-groups.ts'
import type { ReplicaKeys } from './replica-target.ts'

/** Every variable that this program reads, with its default. */
export const variables = z.object({
  NODE_ENV: format.oneOf(['production', 'development', 'test']).default('development'),
  SPROUT_DEMO: format.onOff.default(false),
  DEMO_DATA: format.onOff.default(true),
  PORT: format.port.default(format.DEFAULT_PORTS.PORT),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('./data'),
  SITE_URL: format.origin.optional(),
  TRUST_PROXY: format.trustedProxies.optional(),
  LOG_LEVEL: format
    .oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
  RATE_LIMIT: format.onOff.default(true),
  UNPAID_APPOINTMENTS: format.wholeNumber(0, 1_000).default(DEFAULT_SETTINGS.unpaidAppointments),
  UNPAID_APPOINTMENTS_UNVERIFIED: format
    .wholeNumber(0, 1_000)
    .default(DEFAULT_SETTINGS.unpaidAppointmentsUnverified),
  NEW_ACCOUNTS_PER_HOUR: format.wholeNumber(1, 10_000).default(20),
  ACCOUNT_CHECK_SECONDS: format.wholeNumber(0, 3_600).default(10),
  ADMIN_SECOND_FACTOR: format.onOff.default(false),
  JWT_SECRET: format.secret.optional(),
  METRICS_TOKEN: format.bearerSecret.optional(),
  MAIL_WEBHOOK_SECRET: format.secret.optional(),
  BACKUP_DIR: z.string().default('./backups'),
  REPLICA_URL: format.replicaUrl.optional(),
  REPLICA_ACCESS_KEY_ID: z.string().optional(),
  REPLICA_SECRET_ACCESS_KEY: z.string().optional(),
  REPLICA_SSH_KEY: z.string().optional(),
  CLINIC_TIMEZONE: format.timeZone.default('America/Los_Angeles'),
  BOOKING_HORIZON_DAYS: format.wholeNumber(1, 730).default(DEFAULT_SETTINGS.bookingHorizonDays),
  REDIS_URL: format.redisUrl.optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: format.hostName.optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_APP_ID: z.string().optional(),
  FIREBASE_CLIENT_EMAIL: format.email.optional(),
  FIREBASE_PRIVATE_KEY: format.privateKey.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  AUTH_EMULATOR_PORT: format.port.default(format.DEFAULT_PORTS.AUTH_EMULATOR_PORT),
  STRIPE_SECRET_KEY: format.startingWith('sk_', 'rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: format.startingWith('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: format.startingWith('whsec_').optional(),
  STRIPE_SANDBOX_PORT: format.port.default(format.DEFAULT_PORTS.STRIPE_SANDBOX_PORT),
  CLOUDINARY_URL: format.cloudinaryUrl.optional(),
  SMTP_URL: format.smtpUrl.optional(),
  MAIL_FROM: format.mailbox.optional(),
  MAIL_REPLY_TO: format.mailbox.optional(),
  MAIL_PER_SECOND: format.wholeNumber(1, 1_000).default(10),
  SMTP_SANDBOX_PORT: format.port.default(format.DEFAULT_PORTS.SMTP_SANDBOX_PORT),
})

/** The settings of this process. */
export type Env = ReturnType<typeof group>

/** The environment has invalid or missing settings; the message lists them all. */
export class EnvError extends StartError {
  override name = 'EnvError'
}

/**
 * Reads all settings from the environment, once per process. An empty variable counts as not set;
 * unknown variables are ignored.
 * @throws EnvError with one line per problem
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(
    Object.keys(variables.shape)
      .map((name) => [name, source[name]?.trim()])
      .filter(([, value]) => value),
  )
  const read = variables.safeParse(set)
  const problems = [
    ...(read.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...findGroupProblems(set),
  ]
  if (!read.success || problems.length > 0) {
    const list = problems.map((problem) => `  - ${problem}`).join('\n')
    throw new EnvError(`Invalid settings:\n${list}\nSee .env.example for all of them.`)
  }
  return group(read.data)
}

function group(read: z.output<typeof variables>) {
  const [firebase, stripe, mail] = [groupFirebase(read), groupStripe(read), groupMail(read)]
  return {
    mode: read.NODE_ENV,
    /** Allows stand-ins in production and for other computers. */
    demo: read.SPROUT_DEMO,
    /**
     * Whether a new database gets demonstration data. Only if login, payments and email are stand-ins: its
     * families must never be able to log in, pay or receive email.
     */
    demoData: read.DEMO_DATA && !firebase && !stripe && !mail,
    host: read.HOST,
    port: read.PORT,
    /** Absolute. */
    dataDir: resolve(read.DATA_DIR),
    /** The site's origin as visitors see it, without a trailing slash. */
    siteUrl: read.SITE_URL ?? `http://localhost:${read.PORT}`,
    /** The proxies whose X-Forwarded-For is trusted. */
    trustProxy: read.TRUST_PROXY ?? (false as const),
    logLevel: read.LOG_LEVEL,
    rateLimit: read.RATE_LIMIT,
    /** How many unpaid upcoming appointments one account may have; 0 for no limit. */
    unpaidLimits: {
      verified: read.RATE_LIMIT ? read.UNPAID_APPOINTMENTS : 0,
      unverified: read.RATE_LIMIT ? read.UNPAID_APPOINTMENTS_UNVERIFIED : 0,
    },
    /** How many accounts one IP address may register in an hour. */
    newAccountsPerHour: read.NEW_ACCOUNTS_PER_HOUR,
    /** How often, in seconds, the identity provider is asked about an active account; 0 for never. */
    accountCheckSeconds: read.ACCOUNT_CHECK_SECONDS,
    /** Whether administrators and staff have to log in with a second factor. */
    adminSecondFactor: read.ADMIN_SECOND_FACTOR,
    /** Undefined: a secret is created and stored in the data folder. */
    jwtSecret: read.JWT_SECRET,
    /** Grants access to `/metrics`. Undefined: only this machine has access, and no one in production. */
    metricsToken: read.METRICS_TOKEN,
    /** Signs the reports of `POST /webhooks/mail`. Undefined: the webhook does not exist. */
    mailWebhookSecret: read.MAIL_WEBHOOK_SECRET,
    /** Absolute. */
    backupDir: resolve(read.BACKUP_DIR),
    /** Where the second copy is kept. Undefined: there is none. */
    replica: read.REPLICA_URL && { target: read.REPLICA_URL, keys: groupReplicaKeys(read) },
    /** Keys for a second copy that a command names. */
    replicaKeys: groupReplicaKeys(read),
    clinic: { timeZone: read.CLINIC_TIMEZONE, horizonDays: read.BOOKING_HORIZON_DAYS },
    /** Undefined: jobs run in this process. */
    redisUrl: read.REDIS_URL,
    /** Undefined: the embedded emulator on `authEmulatorPort`. */
    firebase,
    authEmulatorPort: read.AUTH_EMULATOR_PORT,
    /** Undefined: the embedded sandbox on `stripeSandboxPort`. */
    stripe,
    stripeSandboxPort: read.STRIPE_SANDBOX_PORT,
    /** Undefined: images are processed and stored here. */
    cloudinaryUrl: read.CLOUDINARY_URL,
    /** Undefined: the embedded server on `smtpSandboxPort`. */
    mail,
    smtpSandboxPort: read.SMTP_SANDBOX_PORT,
    /** How many emails all processes together may send per second. */
    mailPerSecond: read.MAIL_PER_SECOND,
  }
}

/** The providers that a site needs keys for before it serves families. */
export type ProviderSettings = Pick<Env, 'firebase' | 'stripe' | 'mail'>

/** Whether families are really logged in, charged and written to. */
export function hasRealProviders({ firebase, stripe, mail }: ProviderSettings): boolean {
  return firebase !== undefined && stripe !== undefined && mail !== undefined
}

function groupFirebase(read: z.output<typeof variables>) {
  const {
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_APP_ID: appId,
    FIREBASE_CLIENT_EMAIL: clientEmail,
    FIREBASE_PRIVATE_KEY: privateKey,
  } = read
  if (!apiKey || !authDomain || !projectId || !clientEmail || !privateKey) return undefined
  return { apiKey, authDomain, projectId, appId, clientEmail, privateKey }
}

function groupStripe(read: z.output<typeof variables>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = read
  if (!secretKey || !publishableKey || !webhookSecret) return undefined
  return { secretKey, publishableKey, webhookSecret }
}

function groupReplicaKeys({
  REPLICA_ACCESS_KEY_ID: id,
  REPLICA_SECRET_ACCESS_KEY: secret,
  REPLICA_SSH_KEY: sshKey,
}: z.output<typeof variables>): ReplicaKeys {
  return { ...(id && secret && { s3: { id, secret } }), ...(sshKey && { sshKey: resolve(sshKey) }) }
}

function groupMail({
  SMTP_URL: url,
  MAIL_FROM: from,
  MAIL_REPLY_TO: replyTo,
}: z.output<typeof variables>) {
  return url && from ? { url, from, replyTo } : undefined
}
