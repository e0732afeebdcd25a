// What a tab keeps for a reload, or a login in between. Where storage is blocked, nothing is kept.

/** The value that is kept under the key; null when there is none. */
export function readKept<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value, as JSON, under the key; null deletes it. */
export function keep(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The page itself still has it.
  }
}
