import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

interface StoredValue {
  read(): string | null
  /** Null removes it. */
  write(value: string | null): void
  /** The value; it follows every `write`. Null on the server. */
  use(): string | null
}

/** A choice that this browser keeps under the key. */
export function storedValue(key: string, options?: { inAllTabs?: boolean }): StoredValue {
  const listeners = createListeners(options)
  const read = () => localStorage.getItem(key)
  return {
    read,
    write(value) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      listeners.notify()
    },
    use: () => useSyncExternalStore(listeners.subscribe, read, () => null),
  }
}
