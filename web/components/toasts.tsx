import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { IconButton } from './icon-button.tsx'
import { TextButton } from './text-link.tsx'

interface Toast {
  id: number
  kind: 'success' | 'error'
  message: string
  action?: ToastAction | undefined
}

/** A button in a toast, such as 'Undo'; pressing it closes the toast. */
interface ToastAction {
  label: string
  run: () => void
}

/** How long a toast stays, in milliseconds, while the pointer and the focus are elsewhere. */
export const TOAST_DURATION = 5000

/** The same with an action, which takes longer to read and to reach. */
export const ACTION_DURATION = 10_000

const MAX_TOASTS = 3
const NONE: readonly Toast[] = []

let toasts = NONE
let lastId = 0
const { notify, subscribe } = createListeners()

function setToasts(next: readonly Toast[]): void {
  toasts = next
  notify()
}

function add(kind: Toast['kind'], message: string, action?: ToastAction): () => void {
  lastId += 1
  const id = lastId
  setToasts([...toasts, { id, kind, message, action }].slice(-MAX_TOASTS))
  return () => dismiss(id)
}

function dismiss(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/**
 * Shows a short message for 5 seconds, or 10 with an action. Callable from anywhere; `<Toasts />`, which `App` has,
 * shows it. Returns a function that dismisses it earlier.
 */
export const toast = {
  success: (message: string, action?: ToastAction) => add('success', message, action),
  error: (message: string, action?: ToastAction) => add('error', message, action),
  dismissAll: () => setToasts(NONE),
}

/** The live region for toasts. It is there from the start, so that the first toast is announced. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--above-bar,0px)] z-50 grid justify-items-center gap-2 p-4 sm:justify-items-end"
    >
      {shown.map((one) => (
        <ToastItem key={one.id} toast={one} />
      ))}
    </div>
  )
}

function ToastItem({ toast: { id, kind, message, action } }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const Icon = kind === 'success' ? CircleCheck : CircleAlert

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), action ? ACTION_DURATION : TOAST_DURATION)
    return () => clearTimeout(timer)
  }, [id, held, action])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the toast open.
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="leaf pointer-events-auto flex w-full max-w-sm items-start gap-3 border border-line bg-base-100 py-2 pr-2 pl-5 shadow-lift"
    >
      <Icon
        aria-hidden="true"
        size={22}
        className={`mt-2.5 shrink-0 ${kind === 'success' ? 'text-success' : 'text-error'}`}
      />
      <p
        role={kind === 'error' ? 'alert' : undefined}
        className="min-w-0 grow py-2 font-bold wrap-break-word"
      >
        {message}
      </p>
      {action && (
        <TextButton
          onClick={() => {
            dismiss(id)
            action.run()
          }}
          className="shrink-0 px-2 text-primary"
        >
          {action.label}
        </TextButton>
      )}
      <IconButton label="Dismiss" Icon={X} size={20} onClick={() => dismiss(id)} />
    </div>
  )
}
