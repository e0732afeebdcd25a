import { existsSync } from 'node:fs'
import { buildAllIfStale, isAllFresh } from './build-all.ts'

// The first half of `npm start`: builds what is stale, after reporting invalid settings.

if (existsSync('.env')) process.loadEnvFile('.env')

if (!isAllFresh()) {
  const { runCommand } = await import('../command.ts')
  await runCommand(async () => {
    const { loadEnv } = await import('#domain/config/load-env.ts')
    const { preflight } = await import('#server/startup/preflight.ts')
    await preflight(loadEnv())
    await buildAllIfStale()
  })
}
