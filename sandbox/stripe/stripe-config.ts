import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '#domain/config/env.ts'
import { readOrCreateSecret } from '#domain/config/secret-file.ts'
import type { StripeConfig } from '#domain/payments/stripe/stripe.ts'

const keysSchema = z.object({ secretKey: z.string(), webhookSecret: z.string() })

/** The sandbox's keys. */
type SandboxKeys = z.infer<typeof keysSchema>

/** The configuration for processes that use the sandbox. */
export function sandboxStripeConfig(env: Pick<Env, 'stripeSandboxPort' | 'dataDir'>): StripeConfig {
  const { secretKey, webhookSecret } = keepKeys(env.dataDir)
  return {
    secretKey,
    webhookSecrets: [webhookSecret],
    api: { protocol: 'http', host: '127.0.0.1', port: env.stripeSandboxPort },
  }
}

/**
 * The keys in the data folder, created at the first start.
 * @throws when the folder is not writable, or the file is invalid
 */
export function keepKeys(dataDir: string): SandboxKeys {
  const kept = readOrCreateSecret(join(dataDir, 'stripe-sandbox-keys.json'), () =>
    JSON.stringify({ secretKey: newKey('sk_test_'), webhookSecret: newKey('whsec_') }),
  )
  return keysSchema.parse(JSON.parse(kept))
}

function newKey(prefix: string): string {
  return prefix + randomBytes(24).toString('hex')
}
