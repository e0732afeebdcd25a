import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { PlainToasts } from './plain-toasts.tsx'
import { pendingToasts } from './toast.ts'

// A message about the server being out of reach may be the first one: the page stays, and says it.
const Toaster = lazy(() =>
  loadChunk(() => import('./toaster.tsx')).catch(() => ({ default: PlainToasts })),
)
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
