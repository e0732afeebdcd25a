import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isFresh, type Output, SANDBOX, SERVER, SITE } from './build-outputs.ts'

/** Whether all outputs are up to date. */
export function isAllFresh(): boolean {
  return [SITE, SERVER, SANDBOX].every(isFresh)
}

/**
 * Builds stale outputs.
 * @throws when a build fails
 */
export async function buildAllIfStale(): Promise<void> {
  await Promise.all([SITE, SERVER, SANDBOX].map(buildIfStale))
}

/**
 * Builds one output if it is stale, in a separate process with `NODE_ENV=production`, which Vite
 * requires.
 * @throws when the build fails
 */
export async function buildIfStale(output: Output): Promise<void> {
  if (isFresh(output)) return
  const child = spawn(process.execPath, [join(import.meta.dirname, output.script)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${output.script} failed: see the messages above.`)
}

// `npm run build`
if (import.meta.main) {
  if (isAllFresh()) console.log('Nothing to build: dist is up to date.')
  else await buildAllIfStale()
}
