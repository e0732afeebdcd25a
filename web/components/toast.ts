type Kind = 'success' | 'error'
export interface Toast {
  id: number
  kind: Kind
  message: string
}

/** Toasts close by themselves after this many milliseconds (spec section 9). */
export const TOAST_DURATION = 5000

let waiting: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
let takeAway: (drawn: Toast) => void = () => undefined

function change(toasts: readonly Toast[]) {
  waiting = toasts
  for (const listener of listeners) listener()
}

/**
 * Says something in a corner for 5 s (spec section 9). Callable from anywhere; the code that
 * draws toasts is loaded with the first one. Needs a `<ToastHost />`, which `App` has; a test
 * that mounts one screen adds its own. Returns the function that takes it back before its time.
 */
export const toast = {
  success: (message: string) => add('success', message),
  error: (message: string) => add('error', message),
}

function add(kind: Kind, message: string): () => void {
  lastId += 1
  const added = { id: lastId, kind, message }
  change([...waiting, added])
  return () => {
    pendingToasts.drop(added)
    takeAway(added)
  }
}

/** For the host: the toasts that are not drawn yet. */
export const pendingToasts = {
  read: () => waiting,
  take() {
    const taken = waiting
    if (taken.length > 0) change([])
    return taken
  },
  /** Forgets one of them. */
  drop: (toast: Toast) => change(waiting.filter((other) => other !== toast)),
  /** Says how one that is drawn is taken back. */
  provideTakeAway(provided: typeof takeAway) {
    takeAway = provided
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
