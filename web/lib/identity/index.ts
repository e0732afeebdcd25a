import { loadConfig } from '../api/config.ts'
import type { Identity } from './identity-adapter.ts'

/**
 * Loads the configured identity provider. The only place that imports its code. Rejects when that
 * code or the configuration fails to load.
 */
export async function openIdentity(): Promise<Identity> {
  const [{ openFirebase }, { identity }] = await Promise.all([
    import('./firebase.ts'),
    loadConfig(),
  ])
  return openFirebase(identity)
}
