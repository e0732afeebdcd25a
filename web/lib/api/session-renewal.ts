type Renew = () => Promise<boolean>

const EXPIRED_EVENT = 'sprout:session-expired'

let running: Promise<boolean> | null = null

/**
 * Registers the function that renews the session when the server rejects the access token. It
 * resolves to whether there is a new token. Returns a function that unregisters it.
 */
export function provideRenewal(renew: Renew): () => void {
  const stopped = new AbortController()
  const onExpired = ({ detail }: CustomEvent<{ renewal?: Promise<boolean> }>) => {
    detail.renewal = renew()
  }
  // The API client must not import the auth machine, so an event connects them.
  window.addEventListener(EXPIRED_EVENT, onExpired as EventListener, { signal: stopped.signal })
  return () => stopped.abort()
}

/**
 * Renews the access token, once for all calls that were rejected meanwhile. Resolves to whether
 * there is a new one; false on pages that do not run the auth machine.
 */
export function renewSession(): Promise<boolean> {
  running ??= askForRenewal().finally(() => {
    running = null
  })
  return running
}

async function askForRenewal(): Promise<boolean> {
  const detail: { renewal?: Promise<boolean> } = {}
  window.dispatchEvent(new CustomEvent(EXPIRED_EVENT, { detail }))
  return (await detail.renewal) ?? false
}
