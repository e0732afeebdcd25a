import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleBrowserScript } from '../sandbox/stripe/plugin.ts'
import { replace, SANDBOX } from './build-outputs.ts'

// The stand-in for Stripe.js, built apart from the site: with Stripe's own keys nobody loads it.

await replace(SANDBOX, async (folder) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'stripe.js'), await bundleBrowserScript())
})
