type Renew = () => Promise<boolean>

let provided: Renew | null = null
let running: Promise<boolean> | null = null

/**
 * Registers the function that renews the session when the server rejects the access token. It
 * resolves to whether there is a new token. Returns a function that unregisters it.
 */
export function provideRenewal(renew: Renew): () => void {
  provided = renew
  return () => {
    if (provided === renew) provided = null
  }
}

/**
 * Renews the access token, once for all calls that were rejected meanwhile. Resolves to whether
 * there is a new one; false when no function is registered.
 */
export function renewSession(): Promise<boolean> {
  running ??= (provided?.() ?? Promise.resolve(false)).finally(() => {
    running = null
  })
  return running
}
