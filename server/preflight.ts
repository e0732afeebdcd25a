import type { Env } from '../domain/config/env.ts'
import { prepareDataFolder } from '../domain/process/open-store.ts'
import { assertPortsFree } from './ports.ts'

/**
 * What can be known before anything is started: the data folder can be written and the ports are
 * free, those of what is embedded included.
 * @throws StartError
 */
export async function preflight(env: Env): Promise<void> {
  prepareDataFolder(env.dataDir)
  const { host, firebase, stripe } = env
  const here = '127.0.0.1'
  await assertPortsFree([
    { port: env.port, host, variable: 'PORT' },
    ...(firebase
      ? []
      : [{ port: env.authEmulatorPort, host: here, variable: 'AUTH_EMULATOR_PORT' }]),
    ...(stripe
      ? []
      : [{ port: env.stripeSandboxPort, host: here, variable: 'STRIPE_SANDBOX_PORT' }]),
  ])
}
