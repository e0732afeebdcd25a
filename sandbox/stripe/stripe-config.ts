import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../../domain/config/env.ts'
import { readOrCreateSecret } from '../../domain/config/secret-file.ts'
import type { StripeConfig } from '../../domain/payments/stripe.ts'

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

/**
 * The keys kept in the data folder, made there the first time.
 * @throws when the folder cannot be written, or the file does not hold them
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
