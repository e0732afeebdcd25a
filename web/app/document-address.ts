/**
 * Path and query that the browser has asked the server for: the address of the HTML. The history may
 * have led elsewhere since, because entries from before a reload share its document.
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
 * Makes the browser show path and query `address` for a router to begin at.
 * @returns what shows the history's own address again, and has the router follow where the history is
 */
export function showAddress(address: string): () => void {
  const left = window.location.href
  const isLeft = address !== shownAddress()
  if (isLeft) history.replaceState(history.state, '', address)
  const begun = window.location.href
  return () => {
    // Unless it has moved to another entry meanwhile.
    if (isLeft && window.location.href === begun) history.replaceState(history.state, '', left)
    if (window.location.href === begun) return
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }
}

const addressIn = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => pathname + search
