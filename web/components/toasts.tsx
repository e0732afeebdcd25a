import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import * as words from '#words/en/frame.ts'
import { IconButton } from './icon-button.tsx'
import { TextButton } from './text-link.tsx'

interface Toast {
  id: number
  kind: 'success' | 'error'
  message: string
  action?: ToastAction | undefined
  /** When it closes unless it is held, in milliseconds since the epoch. */
  endsAt: number
}

/** A button in a toast, such as 'Undo'; pressing it closes the toast. */
interface ToastAction {
  label: string
  run: () => void
}

/** How long a toast stays, in milliseconds, while the pointer and the focus are elsewhere. */
export const TOAST_DURATION = 5000

/** The same for a toast with an action, which takes longer to read and reach. */
export const ACTION_DURATION = 10_000

const MAX_TOASTS = 3
const NONE: readonly Toast[] = []

let toasts = NONE
let lastId = 0
/** Where toasts appear instead of the window's corner; the innermost place is last. */
let hosts: readonly string[] = []
const { notify, subscribe } = createListeners()

function setToasts(next: readonly Toast[]): void {
  toasts = next
  notify()
}

function setHosts(next: readonly string[]): void {
  hosts = next
  notify()
}

function add(kind: Toast['kind'], message: string, action?: ToastAction): () => void {
  lastId += 1
  const id = lastId
  const added = { id, kind, message, action, endsAt: endFor(action) }
  setToasts([...toasts.slice(1 - MAX_TOASTS), added])
  return () => dismiss(id)
}

function endFor(action: ToastAction | undefined): number {
  return Date.now() + (action ? ACTION_DURATION : TOAST_DURATION)
}

function dismiss(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/**
 * Shows a short message for 5 seconds, or 10 with an action. Callable from anywhere; `App` renders `<Toasts
 * />`. Returns a function that dismisses it earlier.
 */
export const toast = {
  success: add.bind(null, 'success'),
  error: add.bind(null, 'error'),
  dismissAll: () => setToasts(NONE),
}

/**
 * While it is open, toasts appear in the `<ToastList />` of that host. Returns a function that ends
 * it.
 */
export function hostToasts(host: string): () => void {
  setHosts([...hosts, host])
  return () => setHosts(hosts.filter((each) => each !== host))
}

/** The live region for toasts. It is there from the start, so that the first toast is announced. */
export function Toasts() {
  return <ToastList className="toasts bottom-[var(--above-bar,0px)]" />
}

export function ToastList({ host, className }: { host?: string; className: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => (hosts.at(-1) === host ? toasts : NONE),
    () => NONE,
  )
  return (
    <div aria-live="polite" className={className}>
      {shown.map((one) => (
        <ToastItem key={one.id} toast={one} />
      ))}
    </div>
  )
}

function ToastItem({ toast: one }: { toast: Toast }) {
  const { id, kind, message, action } = one
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const Icon = kind === 'success' ? CircleCheck : CircleAlert

  useEffect(() => {
    if (held) {
      // After that, it stays as long as a new one.
      return () => {
        one.endsAt = endFor(one.action)
      }
    }
    const timer = setTimeout(() => dismiss(one.id), one.endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [one, held])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the toast open.
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="leaf pointer-events-auto flex w-full max-w-sm items-start gap-3 border border-line bg-base-100 py-2 pe-2 ps-5 shadow-lift"
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
      <IconButton label={words.dismiss} Icon={X} size={20} onClick={() => dismiss(id)} />
    </div>
  )
}
