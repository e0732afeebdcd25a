import { useEffect, useSyncExternalStore } from 'react'
import { pendingToasts, TOAST_DURATION, type Toast } from './toast.ts'

/** Says each message as plainly as can be: where the code that draws toasts did not arrive. */
export function PlainToasts() {
  const toasts = useSyncExternalStore(pendingToasts.subscribe, pendingToasts.read)
  return (
    <section
      aria-label="Messages"
      className="fixed inset-x-4 top-4 z-50 grid justify-items-center gap-2"
    >
      {toasts.map((toast) => (
        <Plain key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function Plain({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => pendingToasts.drop(toast), TOAST_DURATION)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <p
      role="alert"
      className="leaf border border-base-300 bg-base-100 px-5 py-4 font-bold shadow-lift"
    >
      {toast.message}
    </p>
  )
}
