import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { UNKNOWN_SITE } from '../server/rendering/site-address.ts'
import { fingerprint } from './fingerprint.ts'

const PROJECT = join(import.meta.dirname, '..')
const STAMP = '.fingerprint'

export interface Output {
  folder: string
  /** The script that builds it. */
  script: string
  /** Patterns of the files that it is made from, in the project's folder; tests never are. */
  inputs: readonly string[]
  /** What else changes the outcome. */
  setting?: () => string
}

/** The site's own address (`SITE_URL`) without a final slash. */
export const siteUrl = () => (process.env.SITE_URL || UNKNOWN_SITE).replace(/\/+$/, '')

/** The pages, with whatever they load. */
export const SITE: Output = {
  folder: join(PROJECT, 'dist/web'),
  script: 'build-site.ts',
  inputs: ['web/**/*.*', 'machines/**/*.ts', 'contract/**/*.ts', 'scripts/site/**/*.ts'],
  setting: siteUrl,
}

/** What Node runs: the server and the worker. */
export const SERVER: Output = {
  folder: join(PROJECT, 'dist/server'),
  script: 'build-server.ts',
  inputs: ['{contract,domain,server,workers,drizzle,sandbox}/**/*.ts'],
}

/** The stand-in for Stripe.js. */
export const SANDBOX: Output = {
  folder: join(PROJECT, 'dist/sandbox'),
  script: 'build-sandbox.ts',
  inputs: ['sandbox/stripe/browser/**/*.ts', 'sandbox/stripe/plugin.ts'],
}

/** Whether an output was made from the files that are here now. */
export function isFresh(output: Output): boolean {
  const stamp = join(output.folder, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(output)
}

/**
 * Makes an output: it is made beside its place and put there at once, so that whoever reads it
 * meanwhile finds the old one complete.
 * @param make writes into the folder that it is given, which is not there yet
 */
export async function replace(
  output: Output,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  // Before it is made: what is changed meanwhile makes it stale.
  const madeFrom = hashOf(output)
  const draft = `${output.folder}.${randomUUID()}`
  try {
    await make(draft)
    writeFileSync(join(draft, STAMP), madeFrom)
    await rm(output.folder, { recursive: true, force: true })
    await rename(draft, output.folder).catch((error: Error) => {
      // Another process may have put the same there in between.
      if (!isFresh(output)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const seconds = (performance.now() - began) / 1000
  console.log(`Built ${relative(PROJECT, output.folder)} in ${seconds.toFixed(1)} s`)
}

function hashOf({ script, inputs, setting }: Output): string {
  const itself = ['package-lock.json', 'scripts/build-outputs.ts', `scripts/${script}`]
  return fingerprint(PROJECT, [...itself, ...inputs], setting?.())
}
