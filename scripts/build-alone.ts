import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Runs a script that builds something, in a process of its own: Vite sets `NODE_ENV` for the one
 * that it runs in. What it says on the way is left out, but for its errors.
 * @param script path of the file
 * @param what is built, for the message: 'site'
 * @throws when the build fails
 */
export async function buildAlone(script: string, what: string): Promise<void> {
  const child = spawn(process.execPath, [script], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The ${what} could not be built: see the messages above.`)
}
