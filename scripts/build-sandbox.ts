import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAlone } from './build-alone.ts'

// The stand-in for Stripe.js, built apart from the site: with Stripe's own keys nobody loads it.

const project = fileURLToPath(new URL('..', import.meta.url))
const out = join(project, 'dist/sandbox')
const script = join(out, 'stripe.js')
const marker = join(out, '.fingerprint')

function fingerprint(): string {
  const hash = createHash('sha256')
  const inputs = ['sandbox/stripe/browser/**/*.ts', 'sandbox/stripe/plugin.ts', 'package-lock.json']
  for (const file of globSync(inputs, { cwd: project }).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(project, file)))
  }
  return hash.digest('hex')
}

/**
 * Builds `dist/sandbox/stripe.js` unless it was made from the same sources. Returns whether it
 * built. Throws when the build fails.
 */
export async function buildSandboxIfStale(): Promise<boolean> {
  if (existsSync(script) && existsSync(marker)) {
    if (readFileSync(marker, 'utf8') === fingerprint()) return false
  }
  await buildAlone(import.meta.filename, 'Stripe sandbox')
  return true
}

if (import.meta.main) {
  const stamp = fingerprint()
  const { bundleBrowserScript } = await import('../sandbox/stripe/plugin.ts')
  mkdirSync(out, { recursive: true })
  writeFileSync(script, await bundleBrowserScript())
  writeFileSync(marker, stamp)
}
