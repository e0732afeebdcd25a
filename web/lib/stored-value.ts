import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

interface StoredValue {
  read(): string | null
  /** Null deletes it. */
  write(value: string | null): void
  /** The value, updated by every `write`. Null on the server. */
  use(): string | null
}

/** A value that this browser stores under the key. */
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
