interface ListenersOptions {
  /** Writes to local storage in another tab are told, too. */
  inAllTabs?: boolean
}

/** Those who are told when a value has changed. */
export function createListeners({ inAllTabs = false }: ListenersOptions = {}) {
  const listeners = new Set<() => void>()
  return {
    notify(): void {
      for (const listener of listeners) listener()
    },
    /** Returns the function that stops it. */
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
