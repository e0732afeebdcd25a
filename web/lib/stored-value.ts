import { useSyncExternalStore } from 'react'

interface StoredValue {
  read(): string | null
  /** Null removes it. */
  write(value: string | null): void
  /** What is kept; it follows every `write` on the page. Null on the server. */
  use(): string | null
}

/** A choice that this browser keeps under the key. */
export function storedValue(key: string): StoredValue {
  const listeners = new Set<() => void>()
  const read = () => localStorage.getItem(key)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    write(value) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, read, () => null),
  }
}
