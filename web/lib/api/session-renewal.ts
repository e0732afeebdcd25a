type Renew = () => Promise<boolean>

let provided: Renew | null = null
let running: Promise<boolean> | null = null

/**
 * Says who can renew the session when the server no longer accepts the access token.
 * `renew` resolves to whether there is a new token. Returns the function that takes it back.
 */
export function provideRenewal(renew: Renew): () => void {
  provided = renew
  return () => {
    if (provided === renew) provided = null
  }
}

/**
 * Asks for a new access token, once for all calls that were refused meanwhile.
 * Resolves to whether there is one now; false when no renewal is provided.
 */
export function renewSession(): Promise<boolean> {
  running ??= (provided?.() ?? Promise.resolve(false)).finally(() => {
    running = null
  })
  return running
}
