import type { Env } from './env.ts'
import { assertPortFree } from './ports.ts'
import { prepareDataFolder } from './store.ts'

/**
 * What can be known before anything is started: the data folder can be written and the ports are
 * free.
 * @throws StartError with the first thing that is wrong
 */
export async function preflight(env: Env): Promise<void> {
  prepareDataFolder(env.dataDir)
  await assertPortFree(env.port, env.host, 'PORT')
  if (!env.firebase) await assertPortFree(env.authEmulatorPort, '127.0.0.1', 'AUTH_EMULATOR_PORT')
  if (!env.stripe) await assertPortFree(env.stripeSandboxPort, '127.0.0.1', 'STRIPE_SANDBOX_PORT')
}
