import X from 'lucide-react/icons/x'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { FormAlert } from './form-alert.tsx'
import { BreakAfterSlash } from './text.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** `alertdialog` for a message that has to be acknowledged. */
  role?: 'dialog' | 'alertdialog'
  /** Called when the person closes it: Esc, the cross, or a press beside it. */
  onClose: () => void
  /** Something is under way that cannot be taken back: it cannot be closed. */
  busy?: boolean
  children: ReactNode
}

/**
 * A modal dialog on the browser's own `<dialog>`: focus stays inside, Esc closes, and focus
 * returns to where it was. It starts on the element marked `data-autofocus`, if there is one.
 * Its children are mounted only while it is open.
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

  // A browser that does not know `closedby` closes on a second Esc, whatever `cancel` says.
  const onForcedClose = useEffectEvent(() => {
    const element = dialog.current
    if (!element || element.open) return
    if (busy) element.showModal()
    else onClose()
  })

  // Before anything else can happen: later, the focus would come back from where it has been moved
  // meanwhile.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const before = document.activeElement
    element.showModal()
    // React keeps `autofocus` for itself, so the browser cannot see which one is meant.
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
      className="leaf m-auto w-[min(34rem,calc(100vw-2rem))] bg-base-100 text-base-content shadow-lift backdrop:bg-neutral/60"
      onCancel={(event) => {
        // A file picker within that is left without a choice says the same, and it bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div className="grid gap-5 p-6 *:min-w-0 md:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 text-2xl wrap-break-word">
            <BreakAfterSlash text={title} />
          </h2>
          <button
            type="button"
            aria-label="Close"
            disabled={busy}
            onClick={close}
            className="button-icon -mt-2 -mr-2"
          >
            <X aria-hidden="true" size={22} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmDialogProps {
  open: boolean
  /** The question, e.g. 'Do you really want to delete?' */
  question: string
  /** What will happen, to whom. */
  detail?: string
  /** The text of the button that does it. */
  confirmLabel: string
  /** `danger` for what deletes something. */
  look?: 'primary' | 'danger'
  /** Why it could not be done. */
  error?: string | undefined
  /** It is being done. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. Cancel has the focus first. */
export function ConfirmDialog({
  open,
  question,
  detail,
  confirmLabel,
  look = 'danger',
  error,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={question} busy={busy} onClose={onCancel}>
      {detail && <p className="text-muted wrap-break-word">{detail}</p>}
      {error && <FormAlert>{error}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button look={look} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
