interface ListenersOptions {
  /** Also reports writes to local storage in other tabs. */
  inAllTabs?: boolean
}

/** A set of listeners that are called when a value has changed. */
export function createListeners({ inAllTabs = false }: ListenersOptions = {}) {
  const listeners = new Set<() => void>()
  return {
    notify(): void {
      for (const listener of listeners) listener()
    },
    /** Returns a function that stops it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (inAllTabs) window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}
