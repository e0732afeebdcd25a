import X from 'lucide-react/icons/x'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import * as words from '#words/en/frame.ts'
import { Button } from './button.tsx'
import { FormAlert } from './forms/form-alert.tsx'
import { IconButton } from './icon-button.tsx'
import { BreakAfterSlash } from './text.tsx'
import { hostToasts, ToastList } from './toasts.tsx'

interface DialogProps {
  open: boolean
  title: ReactNode
  /** `alertdialog` for a message that has to be acknowledged. */
  role?: 'dialog' | 'alertdialog'
  /** Called on Esc, the close button, or a click outside. */
  onClose: () => void
  /** Prevents closing while something is in progress. */
  busy?: boolean
  children: ReactNode
}

/**
 * A modal `<dialog>`, on phones a sheet at the bottom: focus stays inside, Esc closes it, and focus then
 * returns. Initially focuses the element marked `data-autofocus`, if any. Children are mounted only while
 * open.
 */
export function Dialog({
  open,
  title,
  role = 'dialog',
  onClose,
  busy = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  const close = () => {
    if (!busy) onClose()
  }

  // Without `closedby`, a browser closes on a second Esc even if `cancel` was prevented.
  const onForcedClose = useEffectEvent(() => {
    const element = dialog.current
    if (!element || element.open) return
    element.showModal()
    if (!busy) onClose()
  })

  // In a layout effect, so that it does not override focus moved by later effects.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const before = document.activeElement
    element.showModal()
    // React does not render `autofocus`, so the browser cannot apply it.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    element.addEventListener('close', onForcedClose)
    return () => {
      element.removeEventListener('close', onForcedClose)
      element.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])

  if (!open) return null
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      closedby={busy ? 'none' : 'any'}
      className="leaf m-auto w-[min(34rem,calc(100vw-2rem))] max-sm:mb-0 max-sm:max-h-[calc(100dvh-2rem)] max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none bg-base-100 text-base-content shadow-lift backdrop:bg-neutral/60"
      onCancel={(event) => {
        // A canceled file picker inside fires the same event, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div className="grid gap-5 p-6 *:min-w-0 max-sm:gap-4 max-sm:p-5 md:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 text-2xl wrap-break-word">
            {typeof title === 'string' ? <BreakAfterSlash text={title} /> : title}
          </h2>
          <IconButton
            label={words.close}
            Icon={X}
            size={22}
            disabled={busy}
            onClick={close}
            className="-mt-2 -me-2"
          />
        </div>
        {children}
      </div>
      {/* At the top of phones: the dialog's buttons are at the bottom. */}
      <ToastHost className="toasts max-sm:top-0 sm:bottom-0" />
    </dialog>
  )
}

/**
 * Shows the toasts while it is the innermost host: in a modal dialog, because a press outside
 * closes the dialog, or in a panel, which the toasts would cover.
 */
export function ToastHost({ className }: { className: string }) {
  const id = useId()
  useLayoutEffect(() => hostToasts(id), [id])
  return <ToastList host={id} className={className} />
}

interface ConfirmDialogProps {
  open: boolean
  /** The question, e.g. 'Do you really want to delete?' */
  question: string
  /** The consequence. */
  detail?: string
  /** The label of the button that confirms. */
  confirmLabel: string
  /** The label of the button that changes nothing. */
  cancelLabel?: string
  /** `danger` for deletions. */
  look?: 'primary' | 'danger'
  /** The initially focused button. */
  focus?: 'cancel' | 'confirm'
  /** Why it failed. */
  error?: string | undefined
  /** The action is in progress. */
  busy?: boolean
  /** A choice or data is still missing. */
  disabled?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** The choices to make, if `detail` is not enough. */
  children?: ReactNode
}

/** Asks for confirmation. */
export function ConfirmDialog({
  open,
  question,
  detail,
  confirmLabel,
  cancelLabel = words.cancel,
  look = 'danger',
  focus = 'cancel',
  error,
  busy = false,
  disabled = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={question} busy={busy} onClose={onCancel}>
      {detail && <p className="text-muted wrap-break-word">{detail}</p>}
      {children}
      {error && <FormAlert>{error}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button
          look="secondary"
          data-autofocus={focus === 'cancel' || undefined}
          disabled={busy}
          onClick={onCancel}
        >
          {cancelLabel}
        </Button>
        <Button
          look={look}
          data-autofocus={focus === 'confirm' || undefined}
          busy={busy}
          disabled={disabled}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
