import { loadChunk } from '../components/load-chunk.ts'

export type Identity = typeof import('../identity/index.ts')

let loading: Promise<Identity> | null = null
let loaded: Identity | null = null
const listeners = new Set<(identity: Identity) => void>()

/**
 * The identity provider's code, loaded when it is first needed: somebody signs in or out, or the
 * session has to be renewed. Throws an error with a sentence for people.
 */
export function loadIdentity(): Promise<Identity> {
  loading ??= loadChunk(() => import('../identity/index.ts')).then(
    (identity) => {
      loaded = identity
      for (const listener of listeners) listener(identity)
      return identity
    },
    (cause: unknown) => {
      loading = null
      throw new Error(
        'A part of the sign-in could not be loaded. Please check your connection and try again.',
        { cause },
      )
    },
  )
  return loading
}

/**
 * Calls `listener` once the provider's code is there, without asking for it.
 * Returns the function that stops it.
 */
export function onIdentityLoaded(listener: (identity: Identity) => void): () => void {
  if (loaded) listener(loaded)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
