import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

interface StoredValue {
  read(): string | null
  /** Null removes it. */
  write(value: string | null): void
  /** The value; it follows every `write`. Null on the server. */
  use(): string | null
}

interface StoredValueOptions {
  /** A `write` in another tab counts, too, and not only one on the page. */
  inAllTabs?: boolean
}

/** A choice that this browser keeps under the key. */
export function storedValue(
  key: string,
  { inAllTabs = false }: StoredValueOptions = {},
): StoredValue {
  const listeners = createListeners()
  const read = () => localStorage.getItem(key)
  const subscribe = (listener: () => void) => {
    const stop = listeners.subscribe(listener)
    if (inAllTabs) window.addEventListener('storage', listener)
    return () => {
      stop()
      window.removeEventListener('storage', listener)
    }
  }
  return {
    read,
    write(value) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      listeners.notify()
    },
    use: () => useSyncExternalStore(subscribe, read, () => null),
  }
}
