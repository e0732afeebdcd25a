import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleBrowserScript } from '#sandbox/stripe/plugin.ts'
import { replace, SANDBOX } from './build-outputs.ts'

// The stand-in for Stripe.js, built separately: with Stripe's keys it is not loaded.

await replace(SANDBOX, async (folder) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'stripe.js'), await bundleBrowserScript())
})
