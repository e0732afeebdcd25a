import { ApiError } from '#web/lib/api/api-error.ts'
import type { Identity } from '#web/lib/identity/identity-adapter.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import * as words from '#words/en/account/session.ts'

let loading: Promise<Identity> | null = null
let loaded: Identity | null = null
const listeners = new Set<(identity: Identity) => void>()

/**
 * The identity provider. Its code is loaded by the first call: for a login, a logout or a renewal. Rejects
 * with a message for the user.
 */
export function loadIdentity(): Promise<Identity> {
  loading ??= loadChunk(async () => {
    const { openIdentity } = await import('#web/lib/identity/index.ts')
    return openIdentity()
  }).then(remember, (error: unknown) => {
    loading = null
    throw explain(error)
  })
  return loading
}

function remember(identity: Identity): Identity {
  loaded = identity
  for (const listener of listeners) listener(identity)
  return identity
}

function explain(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof ApiError) return cause
  return new Error(words.partMissing, { cause: error })
}

/**
 * Calls `listener` once the provider's code has loaded, without loading it.
 * @returns a function that stops it
 */
export function onIdentityLoaded(listener: (identity: Identity) => void): () => void {
  if (loaded) listener(loaded)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
