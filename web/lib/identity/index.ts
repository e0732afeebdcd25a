import { loadConfig } from '../api/config.ts'
import type { Identity } from './port.ts'

/**
 * Opens the identity provider as the server has it configured. The one place that names the
 * provider's code. Rejects when that, or the configuration, cannot be loaded.
 */
export async function openIdentity(): Promise<Identity> {
  const [{ openFirebase }, { identity }] = await Promise.all([
    import('./firebase.ts'),
    loadConfig(),
  ])
  return openFirebase(identity)
}
