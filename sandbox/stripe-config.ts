import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../server/env.ts'
import type { StripeConfig } from '../server/payments/stripe.ts'

const keysSchema = z.object({ secretKey: z.string(), webhookSecret: z.string() })

/** The sandbox's keys, in place of those of a Stripe account. */
export type SandboxKeys = z.infer<typeof keysSchema>

/** How the clinic's processes talk to the sandbox that one of them runs. */
export function sandboxStripeConfig(env: Pick<Env, 'stripeSandboxPort' | 'dataDir'>): StripeConfig {
  const { secretKey, webhookSecret } = keepKeys(env.dataDir)
  return {
    secretKey,
    webhookSecrets: [webhookSecret],
    api: { protocol: 'http', host: '127.0.0.1', port: env.stripeSandboxPort },
  }
}

/** The keys kept in the data folder, made there the first time. */
export function keepKeys(dataDir: string): SandboxKeys {
  const file = join(dataDir, 'stripe-sandbox-keys.json')
  if (existsSync(file)) return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  mkdirSync(dataDir, { recursive: true })
  const keys = { secretKey: newKey('sk_test_'), webhookSecret: newKey('whsec_') }
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

function newKey(prefix: string): string {
  return prefix + randomBytes(24).toString('hex')
}
