type Handler = (event: unknown) => void

/** The event side of an Element: `on`, `once`, `off`, as Stripe.js has them. */
export type Events = {
  on(type: string, handler: Handler): void
  once(type: string, handler: Handler): void
  /** Without a handler it removes all of the type. Harmless when there is nothing to remove. */
  off(type: string, handler?: Handler): void
  emit(type: string, event: object): void
  clear(): void
}

export function createEvents(): Events {
  const handlers = new Map<string, Map<Handler, Handler>>()
  const of = (type: string): Map<Handler, Handler> => {
    const known = handlers.get(type) ?? new Map<Handler, Handler>()
    handlers.set(type, known)
    return known
  }
  return {
    on: (type, handler) => {
      of(type).set(handler, handler)
    },
    once: (type, handler) => {
      of(type).set(handler, (event) => {
        of(type).delete(handler)
        handler(event)
      })
    },
    off: (type, handler) => {
      if (handler) of(type).delete(handler)
      else handlers.delete(type)
    },
    emit: (type, event) => {
      for (const handler of [...of(type).values()]) handler(event)
    },
    clear: () => {
      handlers.clear()
    },
  }
}
