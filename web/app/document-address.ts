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

const addressIn = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => pathname + search
