/**
 * The path and query that the browser requested from the server: the address of the HTML. The history may
 * have moved on since, because entries from before a reload share its document.
 */
export function documentAddress(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation ? addressIn(new URL(navigation.name)) : shownAddress()
}

/** Path and query that the browser shows. */
export function shownAddress(): string {
  return addressIn(location)
}

/**
 * Makes the browser show the path and query `address`, at which a router then starts.
 * @returns a function that restores the history's own address, and has the router follow it
 */
export function showAddress(address: string): () => void {
  const left = window.location.href
  const isLeft = address !== shownAddress()
  if (isLeft) history.replaceState(history.state, '', address)
  const begun = window.location.href
  return () => {
    // Unless the browser has moved to another entry meanwhile.
    if (isLeft && window.location.href === begun) history.replaceState(history.state, '', left)
    if (window.location.href === begun) return
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }
}

const addressIn = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => pathname + search
