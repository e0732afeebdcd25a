import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'

const PROJECT = join(import.meta.dirname, '..', '..')
const STAMP = '.fingerprint'
const TESTS = ['**/*.test.*', '**/testing/**']

export interface Output {
  folder: string
  /** The script that builds it. */
  script: string
  /** Patterns of its source files, relative to the project; tests are excluded. */
  inputs: readonly string[]
}

/** The pages and what they load. */
export const SITE: Output = {
  folder: join(PROJECT, 'dist/web'),
  script: 'build-site.ts',
  inputs: [
    ...['web/**/*.*', '{machines,contract,words}/**/*.ts*', 'docs/handbook/**/*.*'],
    'scripts/build/build-pages.ts',
  ],
}

/** The server and the worker. */
export const SERVER: Output = {
  folder: join(PROJECT, 'dist/server'),
  script: 'build-server.ts',
  inputs: ['{contract,domain,server,workers,drizzle,sandbox,words}/**/*.ts*'],
}

/** The stand-in for Stripe.js. */
export const SANDBOX: Output = {
  folder: join(PROJECT, 'dist/sandbox'),
  script: 'build-sandbox.ts',
  inputs: ['sandbox/stripe/{browser,payments}/**/*.ts', 'sandbox/stripe/plugin.ts'],
}

/** Whether an output was built from the current files. */
export function isFresh(output: Output): boolean {
  const stamp = join(output.folder, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(output)
}

/**
 * Builds an output in a temporary folder and then renames it, so that the previous one stays
 * complete until then.
 * @param make writes into the given folder, which does not exist yet
 */
export async function replace(
  output: Output,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  // Taken before the build: a change during the build makes the output stale.
  const madeFrom = hashOf(output)
  const draft = `${output.folder}.${randomUUID()}`
  try {
    await make(draft)
    writeFileSync(join(draft, STAMP), madeFrom)
    await rm(output.folder, { recursive: true, force: true })
    await rename(draft, output.folder).catch((error: Error) => {
      // Another process may have built the same output.
      if (!isFresh(output)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const seconds = (performance.now() - began) / 1000
  console.log(`Built ${relative(PROJECT, output.folder)} in ${seconds.toFixed(1)} s`)
}

function hashOf({ script, inputs }: Output): string {
  const own = ['package-lock.json', 'scripts/build/build-outputs.ts', `scripts/build/${script}`]
  return fingerprint(PROJECT, [...own, ...inputs])
}

/** A hash of the files in `root` that match the patterns, tests excluded. */
export function fingerprint(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, exclude: TESTS }).sort()
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
