import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { pendingToasts } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))
const NONE: readonly never[] = []

/** The place where toasts appear. Loads what draws them when the first one comes. */
export function ToastHost() {
  const pending = useSyncExternalStore(pendingToasts.subscribe, pendingToasts.read, () => NONE)
  const [needed, setNeeded] = useState(false)
  if (pending.length > 0 && !needed) setNeeded(true)
  if (!needed) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
