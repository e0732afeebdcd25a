// Storage of a tab, which survives a reload or a login. If storage is blocked, nothing is stored.

/** The value stored under the key; null when there is none. */
export function readKept<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value, as JSON, under the key; null deletes it. */
export function keep(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page itself still has the value.
  }
}
