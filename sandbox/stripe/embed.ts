import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { SiteConfig } from '#contract/config/config.ts'
import type { Env } from '#domain/config/env.ts'
import type { StripeConfig } from '#domain/payments/stripe/stripe.ts'
import { stripeDashboard } from './dashboard.ts'
import { stripeSandboxBrowser } from './plugin.ts'
import { startStripeSandbox } from './server.ts'
import { keepKeys, sandboxStripeConfig } from './stripe-config.ts'

/** Built by `npm run build`. */
const SCRIPT = join(import.meta.dirname, '..', '..', 'dist', 'sandbox', 'stripe.js')

const PREFIX = '/sandbox/stripe'

interface EmbeddedPayments {
  stripe: StripeConfig
  /** For `/config`. */
  config: SiteConfig['payments']
  plugin: FastifyPluginAsync
  /** Until this is called, webhooks wait in the sandbox. */
  sendWebhooksTo(siteUrl: string): void
  close(): Promise<void>
}

/**
 * Starts the stand-in for Stripe and its plugin for browsers.
 * @throws when its port is in use or its script has not been built
 */
export async function embedPayments({
  env,
  log,
}: {
  env: Pick<Env, 'stripeSandboxPort' | 'dataDir'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}): Promise<EmbeddedPayments> {
  const script = readFileSync(SCRIPT, 'utf8')
  const { dataDir, stripeSandboxPort: port } = env
  const sandbox = await startStripeSandbox({ port, dataDir, log, ...keepKeys(dataDir) })
  return {
    stripe: sandboxStripeConfig({ dataDir, stripeSandboxPort: sandbox.port }),
    config: { publishableKey: sandbox.publishableKey, scriptUrl: `${PREFIX}/stripe.js` },
    plugin: async (app) => {
      const options = { prefix: PREFIX, sandboxUrl: sandbox.url, script }
      await app.register(stripeSandboxBrowser, options)
      await app.register(stripeDashboard, { control: sandbox.control })
    },
    sendWebhooksTo: (siteUrl) => sandbox.control.sendWebhooksTo(`${siteUrl}/webhooks/stripe`),
    close: sandbox.close,
  }
}
