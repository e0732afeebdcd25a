import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { loadEnv } from '#domain/config/load-env.ts'
import { describeStartFailure } from '#domain/process/errors.ts'
import { preflight } from '#server/startup/preflight.ts'
import { buildIfStale } from './build-all.ts'
import { SANDBOX } from './build-outputs.ts'
import { passOn } from './dev-proxy.ts'

// `npm run dev`: Vite serves the pages with hot reload and forwards API calls to a server that
// restarts when one of its files changes.

const VITE_PORT = 5173
const PROJECT = join(import.meta.dirname, '..')

try {
  const env = loadEnv()
  await preflight(env)
  await buildIfStale(SANDBOX)

  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(PROJECT, 'server', 'main.ts'), '--api-only'],
    {
      stdio: 'inherit',
      // Restarts take half the time.
      env: { ...process.env, NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/compiled') },
    },
  )
  const vite = await createServer({
    configFile: join(PROJECT, 'web', 'vite.config.ts'),
    server: {
      port: VITE_PORT,
      strictPort: true,
      proxy: passOn(`http://localhost:${env.port}`),
    },
  })
  // Vite exits on some signals without asking; the server must stop in any case.
  process.on('exit', () => server.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())
  await vite.listen()
  vite.printUrls()
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}
